import type { Part } from '../part.ts'

export const feedsTitle = 'RSS- und Atom-Feeds'
export const feedsHint =
  'Wer die Adresse eines Feeds hat, liest seine Änderungen ohne Anmeldung, bis Sie ihn entfernen.'
export const subjectLabel = 'Änderungen von'
export const subjectAll = 'alle Monitore'
export const subjectTag = (tag: Part) => `Monitore mit dem Schlagwort ${tag}`
export const subjectGone = 'ein gelöschter Monitor'
export const createButton = 'Feed erstellen'
export const createdHint = 'Kopieren Sie die Adresse jetzt. Sie wird nicht noch einmal gezeigt.'
export const atomLabel = 'Atom-Adresse'
export const rssLabel = 'RSS-Adresse'
export const listCreated = (time: Part) => `erstellt ${time}`
export const listRemove = (subject: Part) => `Feed von ${subject} entfernen`
