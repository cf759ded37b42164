import { z } from 'zod'

/** The process that has started this one and starts it again when its watchdog has ended it: `scripts/supervise.mjs`. */
export type Supervisor = z.output<typeof supervisor>

const variable = 'WEIR_SUPERVISOR'

const supervisor = z.object({
  pid: z.int(),
  /** Descriptor of the socket between both. */
  fd: z.int(),
  /** Whether this process is killed when the supervisor is, as if both were one. */
  isKilledWithIt: z.boolean(),
  /** Times that the service was started again, by reason. */
  restarts: z.record(z.string(), z.int()),
  /** `end database`: end only what a service has left that was killed while it was being stopped. */
  task: z.enum(['serve', 'end database']),
})

/** Takes it out of the environment, so that no process started by this one takes it for its own. */
export function takeSupervisor(env: NodeJS.ProcessEnv): Supervisor | undefined {
  const { [variable]: text } = env
  if (text === undefined) return undefined
  delete env[variable]
  const found = supervisor.parse(JSON.parse(text))
  return found.pid === process.ppid ? found : undefined
}
