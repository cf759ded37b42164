import type { Part } from '../part.ts'

export const operations = 'Operations'
export const creditsLeft = 'Credits left'
export const ofText = (planCredits: Part) => `of ${planCredits}`
export const queue = 'Queue'
export const waiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} waiting`
export const successful = 'Successful'
export const noRequestIn24 = 'no request in 24 hours'
export const failedIn24Hours = (failed: Part) => `${failed} failed in 24 hours`
export const inTheLast30 = 'in the last 30 days'
export const againstThe30Days = (change: Part, change2: Part) =>
  `${change}${change2} % against the 30 days before`
export const latestRequests = 'Latest requests'
export const noRequestInThe = 'No request in the last 24 hours.'
export const runningNow = 'Running now'
export const noCrawlOrBatch = 'No crawl or batch is running.'
export const operationsPerDay = 'Operations per day'
export const operationsPerDayBy = 'Operations per day, by kind'
export const scrapeAPage = 'Scrape a page'
export const mapASite = 'Map a site'
export const crawlASite = 'Crawl a site'
export const firstSteps = 'First steps'
export const openThe = 'Open the '
export const playground = 'playground'
export const andPressRunOr = ' and press Run, or paste one of these into a terminal.'
export const health = 'Health'
export const changedInTheLast = 'Changed in the last check'
export const noPageIsMonitored = 'No page is monitored.'
export const noMonitoredPageHas = 'No monitored page has changed.'
export const changedNewRemoved = (changed: Part, last: Part, removed: Part) =>
  `${changed} changed, ${last} new, ${removed} removed`
