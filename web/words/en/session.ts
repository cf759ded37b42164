import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = 'A part of the recording is not available any more.'
export const recordingBroken = 'The recording cannot be played.'
export const recordingEmptyTitle = 'No recording'
export const recordingEmptyText = (failure: Part) => `${failure} Recordings are kept for a day.`
export const recordingTitle = 'Recording'
export const recordingBlankPage = 'Empty page'
export const recordingUnsupported = 'This browser cannot play H.264 by Media Source Extensions.'
export const recordingVideo = 'Recording of the page'
export const languagePrompt = 'Prompt'
export const promptExample = 'Open example.com and tell me where its link leads.'
export const promptHint = `The session then costs ${prices.promptedBrowserMinute} credits per minute.`
export const runLabel = 'Programs and prompts'
export const programLabel = 'Program'
export const programHint = 'Runs in a box beside the browser.'
export const outcomeOutput = 'Output'
export const outcomeErrors = 'Errors'
export const outcomeExitCode = (exitCode: Part) => `failed with ${exitCode}`
export const headerEnding = 'Ending'
export const headerEnd = 'End session'
export const headerLeft = (expiresAt: Part) => `${expiresAt} left`
export const headerDuration = (sessionDurationMs: Part) => `ran ${sessionDurationMs}`
export const viewTitle = 'Live view'
export const viewRelease = 'Give back control'
export const viewControl = 'Take control'
export const viewOpen = 'Open the live view in a window'
export const viewEmptyTitle = 'This session has no live view'
export const viewEmptyText = 'It was created with streamWebView: false.'
export const viewFrame = 'The browser of the session'
