import type { Part } from '../part.ts'

export const targetsInvalid = 'The targets must be a JSON list.'
export const targetsMore = (shown: Part, names: Part) => `${shown} and ${names} more`
export const targetsLabel = 'Targets'
export const targetsHint = 'One per line.'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const scheduleLabel = 'Schedule'
export const schedulePreview = 'Next runs: '
export const editTitle = 'Change the monitor'
export const createSubmit = 'Create and check now'
export const tagsLabel = 'Tags'
export const tagsPlaceholder = 'prices, competitors'
export const goalPlaceholder = 'Report when a price changes'
export const goalSearchHint = 'New results are judged by it.'
export const goalHint = 'Optional. With a language model, changes are judged by it.'
export const moreTitle = 'Notifications and retention'
export const emailsLabel = 'E-mail addresses'
export const emailsHint = 'One per line. They must confirm first.'
export const webhookLabel = 'Webhook'
export const retentionLabel = 'Days that checks are stored'
export const kindScrape = 'Only these pages'
export const kindCrawl = 'The sites that begin here'
export const kindSearch = 'New results of searches'
export const kindJson = 'Several kinds, as JSON'
export const kindLabel = 'What is checked'
export const searchesPlaceholder = 'barrier across a river'
export const searchesAge = 'Not older than'
export const searchesResults = 'Results of each'
export const crawlUnit = 'pages'
export const screenshotsLabel = 'Compare screenshots too'
export const trialHint = 'Reads up to three of them now, at the price of any request.'
export const trialMinimum = 'at least '
export const trialStatus = (statusCode: Part) => `The site answers with status ${statusCode}.`
export const optionsPages = 'Options of the pages: headers, profile, location and more'
export const optionsSite = 'Options of the crawl: paths, depth, sitemap and more'
export const startLeft = (names: Part) =>
  `A monitor does not have these options of the request: ${names}.`
export const gridTitle = 'Days and hours'
export const gridLabel = 'Days and hours'
export const gridOther =
  'This schedule has parts that the grid does not show. Choosing here replaces it.'
export const gridFrequency = 'How often in each hour'
export const gridOnce = 'once an hour'
export const gridAllHours = 'All hours'
export const gridWorkingHours = '8 to 18'
export const gridWorkingDays = 'Monday to Friday'
export const gridEvery = (minutes: Part) => `every ${minutes} minutes`
export const gridHour = (hour: Part) => `From ${hour}`
