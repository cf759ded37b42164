import type { JobTypeProperties } from '#jobs/job-types.ts'

export const crawlJobType: JobTypeProperties = {
  kind: 'crawl',
  publicName: 'crawl',
  chargesPages: true,
  comparesPages: false,
}
