import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `Zu ${name} hinzufügen`
export const listEmpty = 'Noch keine.'
export const listUp = (name: Part) => `${name} nach oben`
export const pairsName = (name: Part) => `Name in ${name}`
export const pairsValue = (name: Part) => `Wert in ${name}`
export const groupRules = 'Nach Regeln gelesen'
export const groupModel = 'Von einem Sprachmodell gelesen'
export const groupMedia = 'Bilder und Zeit'
export const schemaMode = 'Wie das Schema bearbeitet wird'
export const schemaFields = 'Felder'
export const schemaExample = 'Aus Beispiel'
export const schemaValid = 'gültig'
export const schemaCount = (count: Part) => (count === 1 ? 'ein Feld' : `${count} Felder`)
export const schemaComplex = 'Dieses Schema hat Teile, die nur JSON zeigt.'
export const schemaName = 'Name des Feldes'
export const schemaType = 'Art des Feldes'
export const schemaRequired = 'Pflicht'
export const schemaAbout = 'Was es bedeutet'
export const schemaInside = (name: Part) => `Feld in ${name}`
export const schemaNamePlaceholder = 'Name'
export const schemaAboutPlaceholder = 'Bedeutung, falls der Name sie nicht sagt'
export const exampleLabel = 'Beispiel des Ergebnisses als JSON'
export const exampleUse = 'Felder anlegen'
export const exampleProblem =
  'Fügen Sie ein JSON-Objekt ein, zum Beispiel {"title": "Kettle", "price": 34.9}.'
export const typeText = 'Text'
export const typeNumber = 'Zahl'
export const typeBoolean = 'ja oder nein'
export const typeTexts = 'Liste von Texten'
export const typeNumbers = 'Liste von Zahlen'
export const typeGroup = 'Gruppe'
export const typeGroups = 'Liste von Gruppen'
export const invalidJson = 'kein gültiges JSON'
export const invalidSchema = 'ein Schema ist ein JSON-Objekt'
