import type { JobTypeProperties } from '#jobs/job-types.ts'

export const crawlJobType: JobTypeProperties = {
  kind: 'crawl',
  publicName: 'crawl',
  chargesPages: true,
  comparesPages: false,
  shownAs: { label: 'Crawl', path: '/v2/crawl' },
}
