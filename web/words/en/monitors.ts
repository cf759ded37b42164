import type { Part } from '../part.ts'

export const screenshotsExpired =
  'This screenshot is no longer stored. Those of changed pages are stored as long as their checks, others for 24 hours.'
export const screenshotsLabel = 'Look of the screenshots'
export const screenshotsSlider = 'Slider'
export const screenshotsDifference = 'Difference'
export const screenshotsDifferenceAlt = 'What differs between the screenshots is bright'
export const screenshotsAltAfter = 'The page in this check'
export const screenshotsBefore = 'before'
export const screenshotsBorder = 'Border between the screenshots'
export const screenshotsShare = (share: Part) => `${share} percent of the earlier screenshot`
export const screenshotsAfter = 'after'
export const screenshotsAltBefore = 'The page in the check before'
export const diffTitle = 'What has changed'
export const diffLineBefore = 'Line before'
export const diffLineAfter = 'Line after'
export const diffAfter = 'After'
export const diffRemoved = 'removed: '
export const diffAdded = 'added: '
export const scheduleMinutes = (minutes: Part, on: Part) => `every ${minutes} minutes${on}`
export const scheduleHourly = (minute: Part, on: Part) => `hourly at :${minute}${on}`
export const scheduleHours = (hours: Part, on: Part) => `every ${hours} hours${on}`
export const scheduleDaily = (time: Part) => `daily at ${time}`
export const scheduleTime = (time: Part, on: Part) => `at ${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `on day ${days} of the month at ${time}`
export const scheduleDays = (range: Part, days: Part) => `${range} to ${days}`
export const checkPages = 'Pages of this check'
export const checkUnread = 'Mark unread'
export const checkRead = 'Mark read'
export const checkRunning = 'The check is running'
export const checkEmpty = 'No page was read'
export const changeLabel = 'Change'
export const changeSame = 'Nothing has changed.'
export const changeNew = 'This page is new.'
export const changeRemoved = 'This page is gone.'
export const changeError = 'This page could not be read.'
export const changeChanged = 'This page has changed.'
export const changeMeaningful = 'Meaningful change'
export const changeMinor = 'Minor change'
export const viewUnified = 'One column'
export const viewPrevious = 'Previous change'
export const viewNext = 'Next change'
export const viewText = 'Text of both versions'
export const compareOpen = 'Compare versions'
export const compareClose = 'Back to the check'
export const compareLabel = 'Compare two versions'
export const compareFrom = 'Earlier version'
export const compareTo = 'Later version'
export const compareSwap = 'Swap the versions'
export const compareSame = 'These versions count as equal.'
export const compareFirst = 'first'
export const pauseMenu = 'Pause until'
export const pauseResumed = 'Until I resume it'
export const pauseHour = 'For an hour'
export const pauseTomorrow = 'Until tomorrow, 8:00'
export const pauseMonday = 'Until Monday, 8:00'
export const pauseTime = 'Until a day and time'
export const pauseSubmit = 'Pause until then'
export const pauseForever = 'paused'
export const pauseUntil = (time: Part) => `paused until ${time}`
export const filterLabel = 'Filter monitors'
export const filterText = 'Find a monitor'
export const filterUnread = 'Unread'
export const filterTag = (tag: Part, monitors: Part) => `Tag ${tag}: ${monitors}`
export const filterEmpty = 'No monitor fits. Choose fewer filters.'
export const selectionTag = 'Tag'
export const selectionTagAdd = 'Add the tag'
export const selectionTagRemove = 'Take the tag away'
export const selectionLabel = 'Selected monitors'
export const selectionNone = 'Select none'
export const selectionAll = 'Select all'
export const actionsPause = 'Pause'
export const actionsResume = 'Resume'
export const deletionConfirm = 'Delete now'
export const deletionButton = 'Delete'
export const emptyTitle = 'No check yet'
export const emptyText = 'The first check reads the pages. Later checks compare with it.'
export const headerNext = (nextRunAt: Part) => `next ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) =>
  `about ${estimatedCreditsPerMonth} a month`
export const headerEdit = 'Edit'
export const headerCheck = 'Check now'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}: ${chosen}, ${changed} changed`
export const stripLabel = 'Checks'
export const stripOlder = 'Show older checks'
export const stripSlider = 'Check'
export const stripSame = 'same'
export const stripLatest = 'latest'
export const listSelect = 'Select'
export const listEmptyTitle = 'No monitors'
export const listEmptyText =
  'A monitor reads pages on a schedule and shows what has changed. Create one with New monitor.'
export const listSelectOne = (name: Part) => `Select ${name}`
export const listUnseen = (unseen: Part) => `${unseen} with changes you have not seen`
export const scheduleWithin = (hours: Part) => `, in the hours ${hours}`
export const changeIgnored = (lines: number) =>
  lines === 1
    ? 'Ignored: one line that changes at every visit.'
    : `Ignored: ${lines} lines that change at every visit.`
