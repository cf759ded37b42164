export const transferTitle = 'Import and export'
export const exportButton = 'Save all as a file'
export const importLabel = 'File to import'
export const importHint =
  'A file that was saved here, or url-watches.json of a backup of changedetection.io.'
export const importUnknown =
  'This is not a file of monitors. Choose one that was saved here, or url-watches.json of changedetection.io.'
export const importResult = 'Added {monitors}.'
export const importLeft = '{name}: without {left}'
export const importRefused = '{name} was refused: {reason}'
export const leftSteps = 'the browser steps'
