import { z } from 'zod'
import { setting } from './setting.ts'

export const jobsSettings = {
  workerPagesMax: setting(
    'WEIR_WORKER_PAGES_MAX',
    z.coerce
      .number()
      .int()
      .min(1)
      .default(32)
      .describe(
        'Crawl and batch pages that one process works on concurrently for one team. A quarter more, at least one, is reserved for other teams.',
      ),
  ),
  hostPagesMax: setting(
    'WEIR_HOST_PAGES_MAX',
    z.coerce
      .number()
      .int()
      .min(1)
      .default(20)
      .describe(
        'Pages of one host that crawls and batches of one team fetch concurrently, over all processes. A quarter more, at least one, is reserved for other teams.',
      ),
  ),
}
