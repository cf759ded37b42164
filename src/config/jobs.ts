import { countSetting } from './setting.ts'

export const jobsSettings = {
  workerPagesMax: countSetting(
    'WEIR_WORKER_PAGES_MAX',
    'Crawl and batch pages that one process works on concurrently for one team. A quarter more, at least one, is reserved for other teams.',
    { min: 1, fallback: 32 },
  ),
  hostPagesMax: countSetting(
    'WEIR_HOST_PAGES_MAX',
    'Pages of one host that crawls and batches of one team fetch concurrently, over all processes. A quarter more, at least one, is reserved for other teams.',
    { min: 1, fallback: 20 },
  ),
}
