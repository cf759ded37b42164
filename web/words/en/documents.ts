import type { Part } from '../part.ts'

export const viewerRefusal =
  'Viewers cannot convert files. Ask an admin of the team for the role member.'
export const dropText = (bytesMax: Part) =>
  `Drop files here or paste them: PDF, office files, mails, HTML and pictures, at most ${bytesMax} each.`
export const dropChoose = 'Choose files'
export const dropInput = 'Files to convert'
export const listLabel = 'Converted files'
export const readingText = 'The first file is being read.'
export const stateReading = 'is being read'
export const stateWaiting = 'waiting'
export const stateDone = 'converted'
export const refusalSize = (bytesMax: Part) => `The file is larger than ${bytesMax}.`
export const refusalType = (ending: Part) => `Files of the type ${ending} cannot be read.`
export const pagesPrevious = 'Previous page'
export const pagesNext = 'Next page'
export const pagesPosition = (page: Part, pages: Part) => `Page ${page} of ${pages}`
export const pagesEmpty = 'No text was found on this page.'
export const pictureAlt = (page: Part) => `Page ${page} of the file`
export const pictureLoading = 'The picture is being drawn.'
export const pictureMissing = 'This page has no area that could be drawn.'
