import type { Part } from '../part.ts'

export const pageLead =
  'Ein Schlüssel gibt Zugang zur API dieses Teams. Er wird einmal gezeigt, wenn er erstellt wird.'
export const formTitle = 'Neuer Schlüssel'
export const formOperations = 'Nur diese Operationen'
export const formHosts = 'Nur diese Websites'
export const formHostsHint =
  'Hosts oder URLs der Websites. *.shop.example meint die Subdomains von shop.example. Andere Hosts werden nicht erreicht, auch nicht für Teile einer Seite.'
export const formFormats = 'Nur diese Formate'
export const formHint = 'Ohne Auswahl darf der Schlüssel alles nutzen.'
export const formSubmit = 'Erstellen'
export const createdText = 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal gezeigt.'
export const listTitle = 'Schlüssel'
export const columnsKey = 'Schlüssel'
export const columnsRestrictions = 'Beschränkt auf'
export const columnsCreated = 'Erstellt'
export const usedNever = 'nicht in 7 Tagen'
export const rowRevoked = 'widerrufen'
export const rowAction = (action: Part, name: Part) => `${action}: ${name}`
export const revokeConfirm = 'Jetzt widerrufen'
export const revokeButton = 'Widerrufen'
export const revokeWarning =
  'Ein widerrufener Schlüssel wird innerhalb einer Sekunde abgelehnt. Das lässt sich nicht rückgängig machen.'
export const restrictionsNone = 'alles'
export const namePlaceholder = 'Wofür er ist'
