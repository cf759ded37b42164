import type { JobTypeProperties } from '#jobs/job-types.ts'

/** Results of searches that are scraped in the background. */
export const searchJobType: JobTypeProperties = {
  kind: 'search',
  publicName: 'search',
  chargesPages: true,
  comparesPages: false,
}
