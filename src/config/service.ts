import { z } from 'zod'
import { setting } from './setting.ts'

export const serviceSettings = {
  role: setting(
    'WEIR_ROLE',
    z
      .enum(['all', 'api', 'worker', 'interact'])
      .default('all')
      .describe(
        'What this process runs: the HTTP API, the background workers, or both. `interact`: only browser sessions, for the other processes.',
      ),
  ),
  threads: setting(
    'UV_THREADPOOL_SIZE',
    z.coerce
      .number()
      .int()
      .min(4)
      .default(4)
      .describe(
        'Threads for file access and compression (libuv). `npm start` and the container set 16.',
      ),
  ),
  stallSeconds: setting(
    'WEIR_STALL_SECONDS',
    z.coerce
      .number()
      .int()
      .min(0)
      .max(3_600)
      .default(15)
      .describe(
        'A service whose main thread has stood for this many seconds is killed and started again. 0: never.',
      ),
  ),
  logLevel: setting(
    'WEIR_LOG_LEVEL',
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('Lowest level that is logged.'),
  ),
}
