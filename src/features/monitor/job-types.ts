import type { JobTypeProperties } from '#jobs/job-types.ts'

/** The check charges for all of its pages when it ends. */
const shared = { publicName: 'monitor', chargesPages: false, comparesPages: true }

/** The job of a target that is a list of URLs. */
export const monitorScrapeJobType: JobTypeProperties = { ...shared, kind: 'monitor-scrape' }

/** The job of a target that is a list of queries. */
export const monitorSearchJobType: JobTypeProperties = {
  ...shared,
  kind: 'monitor-search',
  comparesPages: false,
}

/** The job of a target that is a site. */
export const monitorCrawlJobType: JobTypeProperties = { ...shared, kind: 'monitor-crawl' }
