import type { Part } from '../part.ts'

export const state = 'State'
export const allStates = 'All states'
export const running = 'Running'
export const completed = 'Completed'
export const failed = 'Failed'
export const cancelled = 'Cancelled'
export const kind = 'Kind'
export const allKinds = 'All kinds'
export const newCrawl = 'New crawl'
export const jobs = 'Jobs'
export const noJobs = 'No jobs'
export const aCrawlReadsA =
  'A crawl reads a site, a batch reads a list of URLs. Both run in the background.'
export const showOlderJobs = 'Show older jobs'
export const target = 'Target'
export const pages = 'Pages'
export const credits = 'Credits'
export const started = 'Started'
export const pagesPerSecond = (rate: Part) => `${rate} pages/s`
export const took = (createdAt: Part) => `took ${createdAt}`
