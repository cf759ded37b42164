import type { Part } from '../part.ts'

export const errorsEmpty = 'No page has failed'
export const errorsFind = 'Find a failed page'
export const errorsPlaceholder = 'Find by URL or code'
export const jsonLinesTitle = 'JSON Lines'
export const jsonLinesHint = 'One document per line'
export const csvHint = 'URL, title, status and Markdown for spreadsheets'
export const csvTitle = 'CSV'
export const markdownTitle = 'Markdown (ZIP)'
export const markdownHint = 'A file for each page, in folders like those of the site'
export const warcHint = 'For web archives'
export const warcTitle = 'WARC'
export const llmsTxtHint = 'Links with descriptions'
export const llmsTxtTitle = 'llms.txt'
export const llmsFullTxtHint = 'The Markdown of all pages in one text'
export const llmsFullTxtTitle = 'llms-full.txt'
export const failuresTitle = 'Failed pages (CSV)'
export const failuresHint = 'URLs with their errors'
export const menuSaving = (bytes: Part) => `Saving, ${bytes}`
export const menuStop = 'Stop saving'
export const menuOpen = 'Export'
export const menuLabel = 'Export as'
export const menuRunning = 'The job is running: the file has the pages that are finished.'
export const pagesEmpty = 'No page is finished yet'
export const noneTitle = 'No page could be read'
export const noneText = 'The tab Failed says why, and Retry reads the failed pages again.'
export const pagesFind = 'Find a page'
export const pagesPlaceholder = 'Find by URL, title or status'
export const pagesLabel = 'Pages of the job'
export const pagesSearching = 'Searching'
export const pagesFound = (rows: Part) => `${rows} found`
export const pagesLoading = 'Loading'
export const tabsPages = 'Pages'
export const tabsFailed = 'Failed'
export const tabsRobots = 'Blocked by robots.txt'
export const tabsLabel = 'Parts of the job'
export const headerRetry = 'Retry '
export const headerCancel = 'Cancel'
export const progressLabel = 'Finished pages'
export const progressPages = (completed: Part, total: Part) => `${completed} of ${total} pages`
export const progressFailed = (failed: Part) => `${failed} failed`
export const progressRate = (rate: Part) => `${rate} pages/s`
export const progressLeft = (secondsLeft: Part) => `${secondsLeft} left`
export const progressExpiry = (expiresAt: Part) => `kept until ${expiresAt}`
export const setName = 'Name of the set'
export const setSubmit = 'Keep for ever'
export const setKept = (name: Part) => `kept for ever as ${name}`
export const keepLabel = 'Store the results for'
export const keepDays = (days: Part) => `${days} days from now`
export const keepChoose = 'Store longer'
export const crumbsLabel = 'You are here'
export const crumbsJobs = 'Jobs'
export const optionsTitle = 'Options it was started with'
