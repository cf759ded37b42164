import { bootstrap } from '#accounts/bootstrap.ts'
import type { Foundations } from '#compose-foundations.ts'
import { startWork } from '#compose-work.ts'
import type { Config } from '#config.ts'
import type { Feature } from '#features/feature.ts'
import { startJobKeys } from '#jobs/start-job-keys.ts'
import { runWhileAllowed, type RunningWork } from '#queue/run-while-allowed.ts'
import { claimSecret } from '#storage/check-secret.ts'

interface BeginningDeps {
  readonly foundations: Foundations
  readonly features: readonly Feature[]
}

/**
 * What a process changes by itself. It begins when the port is open: a process that cannot open it leaves the database and the
 * data folder as they are.
 */
export function composeBeginning(config: Config, { foundations, features }: BeginningDeps) {
  const { database, clockWatch, ownSecret, keys, jobs, temporaryFiles, log } = foundations
  const stack = new AsyncDisposableStack()
  let firstKey: string | undefined
  let work: RunningWork<ReturnType<typeof startLoops>> | undefined

  async function begin(): Promise<void> {
    await claimSecret(database, ownSecret)
    firstKey = await bootstrap({ database, apiKey: config.secrets.firstApiKey })
    await temporaryFiles.removeLeftovers()
    stack.use(await startJobKeys({ keys, jobs, log }))
    const start = () => startLoops(config, { foundations, features })
    work = stack.use(await runWhileAllowed({ refusal: clockWatch.check, start, log }))
  }

  let begun: Promise<void> | undefined
  return {
    firstKey: () => firstKey,
    begin: () => (begun ??= begin()),
    blame: async () => work?.current()?.blame(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The background work of this process by its role. */
function startLoops(config: Config, { foundations, features }: BeginningDeps) {
  const { role } = config.service
  const loops = new AsyncDisposableStack()
  const isWorker = role === 'all' || role === 'worker'
  const work = isWorker ? loops.use(startWork(config, { foundations, features })) : undefined
  const hostLoops = role === 'api' ? [] : features.flatMap((feature) => feature.hostLoops ?? [])
  for (const start of hostLoops) loops.use(start())
  return Object.assign(loops, { blame: async () => work?.blame() })
}
