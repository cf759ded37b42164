import type { Part } from '../part.ts'

export const operationsTitle = 'Operations'
export const operationsPeriod = 'in the last 30 days'
export const operationsTrend = (change: Part, change2: Part) =>
  `${change}${change2} % against the 30 days before`
export const creditsTitle = 'Credits left'
export const creditsUsed = 'Used credits'
export const creditsUnlimited = 'in this period; unlimited'
export const creditsPlan = (planCredits: Part) => `of ${planCredits}`
export const queueTitle = 'Queue'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} waiting`
export const successTitle = 'Successful'
export const successEmpty = 'no request in 24 hours'
export const successFailed = (failed: Part) => `${failed} failed in 24 hours`
export const recentTitle = 'Latest requests'
export const recentEmpty = 'No request in the last 7 days.'
export const runningTitle = 'Running now'
export const runningEmpty = 'No crawl or batch is running.'
export const usageTitle = 'Usage per day'
export const usageChart = (measure: Part, by: Part) => `${measure} per day, ${by}`
export const stepsScrape = 'Scrape a page'
export const stepsMap = 'Map a site'
export const stepsCrawl = 'Crawl a site'
export const stepsTitle = 'First steps'
export const stepsBefore = 'Open the '
export const stepsLink = 'playground'
export const stepsAfter = ' and press Run, or paste one of these into a terminal.'
export const healthTitle = 'Health'
export const changesTitle = 'Changed in the last check'
export const changesNoMonitors = 'No page is monitored.'
export const changesEmpty = 'No monitored page has changed.'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `${changed} changed, ${last} new, ${removed} removed`
export const usageByKind = 'by operation'
export const usageByKey = 'by API key'
export const usageByHost = 'by site'
export const usageBy = 'What is counted by'
export const usageMeasure = 'What is counted'
export const usageNoKey = 'People, in the console'
export const usageNoHost = 'No site, or not kept'
export const usageHostsNone = 'No request is kept.'
export const usageHosts = (since: Part) =>
  `Of the requests that are kept, which go back to ${since}. A job counts as one request of its start page, without what its pages cost.`
