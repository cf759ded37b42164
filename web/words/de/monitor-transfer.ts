import type { Part } from '../part.ts'

export const transferTitle = 'Import und Export'
export const exportButton = 'Alle als Datei speichern'
export const importLabel = 'Datei zum Importieren'
export const importHint =
  'Eine Datei, die hier gespeichert wurde, oder url-watches.json einer Sicherung von changedetection.io.'
export const importUnknown =
  'Das ist keine Datei mit Monitoren. Wählen Sie eine, die hier gespeichert wurde, oder url-watches.json von changedetection.io.'
export const importResult = (monitors: Part) => `${monitors} hinzugefügt.`
export const importLeft = (name: Part, left: Part) => `${name}: ohne ${left}`
export const importRefused = (name: Part, reason: Part) => `${name} wurde abgelehnt: ${reason}`
export const leftSteps = 'die Browserschritte'
