import type { JobTypeProperties } from '#jobs/job-types.ts'

export const batchJobType: JobTypeProperties = {
  kind: 'batch-scrape',
  publicName: 'batch_scrape',
  chargesPages: true,
  comparesPages: false,
  shownAs: { label: 'Batch', path: '/v2/batch/scrape' },
}
