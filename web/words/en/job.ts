import type { Part } from '../part.ts'

export const noPageHasFailed = 'No page has failed'
export const findAFailedPage = 'Find a failed page'
export const findByUrlOr = 'Find by URL or code'
export const jsonLines = 'JSON Lines'
export const oneDocumentPerLine = 'One document per line'
export const urlTitleStatusAnd = 'URL, title, status and Markdown for spreadsheets'
export const markdownZip = 'Markdown (ZIP)'
export const aFileForEach = 'A file for each page, in folders like those of the site'
export const forWebArchives = 'For web archives'
export const linksWithDescriptions = 'Links with descriptions'
export const theMarkdownOfAll = 'The Markdown of all pages in one text'
export const failedPagesCsv = 'Failed pages (CSV)'
export const urlsWithTheirErrors = 'URLs with their errors'
export const saving = (bytes: Part) => `Saving, ${bytes}`
export const stopSaving = 'Stop saving'
export const exportText = 'Export'
export const exportAs = 'Export as'
export const theJobIsRunning = 'The job is running: the file has the pages that are finished.'
export const noPageIsFinished = 'No page is finished yet'
export const findAPage = 'Find a page'
export const findByUrlTitle = 'Find by URL, title or status'
export const pagesOfTheJob = 'Pages of the job'
export const searching = 'Searching'
export const found = (rows: Part) => `${rows} found`
export const loading = 'Loading'
export const pages = 'Pages'
export const failed = 'Failed'
export const blockedByRobotsTxt = 'Blocked by robots.txt'
export const partsOfTheJob = 'Parts of the job'
export const retry = 'Retry '
export const cancel = 'Cancel'
export const finishedPages = 'Finished pages'
export const ofPages = (completed: Part, total: Part) => `${completed} of ${total} pages`
export const failedCount = (failed: Part) => `${failed} failed`
export const pagesPerSecond = (rate: Part) => `${rate} pages/s`
export const timeLeft = (secondsLeft: Part) => `${secondsLeft} left`
export const keptUntil = (expiresAt: Part) => `kept until ${expiresAt}`
export const csv = 'CSV'
export const warc = 'WARC'
export const llmsTxt = 'llms.txt'
export const llmsFullTxt = 'llms-full.txt'
