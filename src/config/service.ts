import { choiceSetting, countSetting } from './setting.ts'

export const serviceSettings = {
  role: choiceSetting(
    'WEIR_ROLE',
    'What this process runs: the HTTP API, the background workers, or both. `interact`: only browser sessions, for the other processes.',
    { of: ['all', 'api', 'worker', 'interact'], fallback: 'all' },
  ),
  threads: countSetting(
    'UV_THREADPOOL_SIZE',
    'Threads for file access and compression (libuv). `npm start` and the container set 16.',
    { min: 4, fallback: 4 },
  ),
  stallSeconds: countSetting(
    'WEIR_STALL_SECONDS',
    'A service whose main thread has stood for this many seconds is killed and started again. 0: never.',
    { min: 0, max: 3_600, fallback: 15 },
  ),
  logLevel: choiceSetting('WEIR_LOG_LEVEL', 'Lowest level that is logged.', {
    of: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
  }),
}
