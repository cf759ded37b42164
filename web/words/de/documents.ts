import type { Part } from '../part.ts'

export const viewerRefusal =
  'Wer nur lesen darf, kann keine Dateien umwandeln. Bitten Sie die Administration des Teams um die Rolle Mitglied.'
export const dropText = (bytesMax: Part) =>
  `Dateien hier ablegen oder einfügen: PDF, Office-Dateien, E-Mails, HTML und Bilder, je höchstens ${bytesMax}.`
export const dropChoose = 'Dateien wählen'
export const dropInput = 'Dateien zum Umwandeln'
export const listLabel = 'Umgewandelte Dateien'
export const readingText = 'Die erste Datei wird gelesen.'
export const stateReading = 'wird gelesen'
export const stateWaiting = 'wartet'
export const stateDone = 'umgewandelt'
export const refusalSize = (bytesMax: Part) => `Die Datei ist größer als ${bytesMax}.`
export const refusalType = (ending: Part) =>
  `Dateien der Art ${ending} können nicht gelesen werden.`
export const pagesPrevious = 'Vorige Seite'
export const pagesNext = 'Nächste Seite'
export const pagesPosition = (page: Part, pages: Part) => `Seite ${page} von ${pages}`
export const pagesEmpty = 'Auf dieser Seite wurde kein Text gefunden.'
export const pictureAlt = (page: Part) => `Seite ${page} der Datei`
export const pictureLoading = 'Das Bild wird gezeichnet.'
export const pictureMissing = 'Diese Seite hat keine Fläche, die gezeichnet werden kann.'
