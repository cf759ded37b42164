import type { Part } from '../part.ts'

export const viewersCannotConvertFiles =
  'Viewers cannot convert files. Ask an admin of the team for the role member.'
export const files = 'Files'
export const dropFilesHereOr = (bytesMax: Part) =>
  `Drop files here or paste them: PDF, office files, mails, HTML and pictures, at most ${bytesMax} each.`
export const chooseFiles = 'Choose files'
export const filesToConvert = 'Files to convert'
export const convertedFiles = 'Converted files'
export const theFirstFileIs = 'The first file is being read.'
export const isBeingRead = 'is being read'
export const theFileIsLarger = (bytesMax: Part) => `The file is larger than ${bytesMax}.`
export const filesOfThisTypeCannot = (ending: Part) => `Files of the type ${ending} cannot be read.`
export const waiting = 'waiting'
export const converted = 'converted'
export const failed = 'failed'
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const pageOf = (page: Part, pages: Part) => `Page ${page} of ${pages}`
export const pictureOfThePage = 'Picture of the page'
export const pictureOfPage = (page: Part) => `Page ${page} of the file`
export const thePictureIsBeingDrawn = 'The picture is being drawn.'
export const thisPageHasNoPicture = 'This page has no area that could be drawn.'
export const noTextOnThisPage = 'No text was found on this page.'
