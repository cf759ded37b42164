import type { Part } from '../part.ts'

export const screenshotsAreKeptFor = 'Screenshots are kept for 24 hours.'
export const thePageInThis = 'The page in this check'
export const before = 'before'
export const borderBetweenTheScreenshots = 'Border between the screenshots'
export const percentOfTheEarlier = (share: Part) => `${share} percent of the earlier screenshot`
export const after = 'after'
export const thePageInThe = 'The page in the check before'
export const whatHasChanged = 'What has changed'
export const lineBefore = 'Line before'
export const beforeTitle = 'Before'
export const lineAfter = 'Line after'
export const afterTitle = 'After'
export const text = 'Text'
export const removed = 'removed: '
export const added = 'added: '
export const sunday = 'Sunday'
export const monday = 'Monday'
export const tuesday = 'Tuesday'
export const wednesday = 'Wednesday'
export const thursday = 'Thursday'
export const friday = 'Friday'
export const saturday = 'Saturday'
export const everyMinutes = (minutes: Part, on: Part) => `every ${minutes} minutes${on}`
export const hourlyAt = (minute: Part, on: Part) => `hourly at :${minute}${on}`
export const everyHours = (hours: Part, on: Part) => `every ${hours} hours${on}`
export const dailyAt = (time: Part) => `daily at ${time}`
export const timeOn = (time: Part, on: Part) => `at ${time}${on}`
export const daysFromTo = (range: Part, days: Part) => `, ${range} to ${days}`
export const pagesOfThisCheck = 'Pages of this check'
export const markUnread = 'Mark unread'
export const markRead = 'Mark read'
export const change = 'Change'
export const theCheckIsRunning = 'The check is running'
export const noPageWasRead = 'No page was read'
export const nothingHasChanged = 'Nothing has changed.'
export const thisPageIsNew = 'This page is new.'
export const thisPageIsGone = 'This page is gone.'
export const thisPageCouldNot = 'This page could not be read.'
export const thisPageHasChanged = 'This page has changed.'
export const meaningfulChange = 'Meaningful change'
export const minorChange = 'Minor change'
export const view = 'View'
export const sideBySide = 'Side by side'
export const oneColumn = 'One column'
export const previousChange = 'Previous change'
export const nextChange = 'Next change'
export const textOfBothVersions = 'Text of both versions'
export const selectedMonitors = 'Selected monitors'
export const selectNone = 'Select none'
export const selectAll = 'Select all'
export const pause = 'Pause'
export const resume = 'Resume'
export const deleteNow = 'Delete now'
export const deleteText = 'Delete'
export const noCheckYet = 'No check yet'
export const theFirstCheckReads = 'The first check reads the pages. Later checks compare with it.'
export const next = (nextRunAt: Part) => `next ${nextRunAt}`
export const aboutAMonth = (estimatedCreditsPerMonth: Part) =>
  `about ${estimatedCreditsPerMonth} a month`
export const edit = 'Edit'
export const checkNow = 'Check now'
export const checkResult = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}: ${chosen}, ${changed} changed`
export const checks = 'Checks'
export const check = 'Check'
export const same = 'same'
export const changed = 'changed'
export const failed = 'failed'
export const latest = 'latest'
export const monitors = 'Monitors'
export const newMonitor = 'New monitor'
export const select = 'Select'
export const noMonitors = 'No monitors'
export const aMonitorReadsPages = 'A monitor reads pages on a schedule and shows what has changed.'
export const selectMonitor = (name: Part) => `Select ${name}`
export const withChangesYouHave = (unseen: Part) => `${unseen} with changes you have not seen`
