import type { CounterSource } from './metrics.ts'

/** Restarts by the watchdog since the supervisor of this process was started. */
export const restartCounter = (restarts: Readonly<Record<string, number>> = {}): CounterSource => ({
  name: 'weir_stall_restarts_total',
  help: 'Times that the service was killed and started again because its main thread stood.',
  label: 'state',
  read: () => ({ busy: 0, waiting: 0, ...restarts }),
})
