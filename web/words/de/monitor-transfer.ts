export const transferTitle = 'Import und Export'
export const exportButton = 'Alle als Datei speichern'
export const importLabel = 'Datei zum Importieren'
export const importHint =
  'Eine Datei, die hier gespeichert wurde, oder url-watches.json einer Sicherung von changedetection.io.'
export const importUnknown =
  'Das ist keine Datei mit Monitoren. Wählen Sie eine, die hier gespeichert wurde, oder url-watches.json von changedetection.io.'
export const importResult = '{monitors} hinzugefügt.'
export const importLeft = '{name}: ohne {left}'
export const importRefused = '{name} wurde abgelehnt: {reason}'
export const leftSteps = 'die Browserschritte'
