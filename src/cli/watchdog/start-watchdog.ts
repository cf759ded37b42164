import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import type { Supervisor } from './supervisor.ts'
import type { WatchdogData } from './watchdog-thread.ts'

const beatMs = 500
const heapMbMax = 32

interface Watchdog extends AsyncDisposable {
  /** The service has started: from now on a standstill is what the setting says. */
  started(): void
}

/** Has this process killed when its event loop stands, until disposed. */
export async function startWatchdog(
  supervisor: Supervisor,
  {
    config,
    env,
    log,
  }: { readonly config: Config; readonly env: NodeJS.ProcessEnv; readonly log: Log },
): Promise<Watchdog> {
  const { stallSeconds, logLevel } = config.service
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const workerData: WatchdogData = {
    shared,
    limitMs: stallSeconds > 0 ? stallSeconds * 1_000 : Number.POSITIVE_INFINITY,
    fd: supervisor.fd,
    isKilledWithSupervisor: supervisor.isKilledWithIt,
    logLevel,
    isTerminal: process.stdout.isTTY,
  }
  // What is loaded before the service by an option must not run in this thread as well.
  const { NODE_OPTIONS: _options, ...ownEnv } = env
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    name: 'watchdog',
    workerData,
    env: ownEnv,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  })
  thread.on('error', (err) => log.error({ err }, 'watchdog failed'))
  await once(thread, 'online')
  thread.unref()
  const beating = setInterval(() => Atomics.add(shared, 0, 1), beatMs).unref()
  return {
    started: () => void Atomics.store(shared, 1, 1),
    async [Symbol.asyncDispose]() {
      clearInterval(beating)
      await thread.terminate()
    },
  }
}
