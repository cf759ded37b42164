export const transferTitle = 'Importar y exportar'
export const exportButton = 'Guardar todos en un archivo'
export const importLabel = 'Archivo para importar'
export const importHint =
  'Un archivo guardado aquí, o url-watches.json de una copia de changedetection.io.'
export const importUnknown =
  'Esto no es un archivo de monitores. Elige uno guardado aquí, o url-watches.json de changedetection.io.'
export const importResult = 'Se añadió: {monitors}.'
export const importLeft = '{name}: sin {left}'
export const importRefused = '{name} se rechazó: {reason}'
export const leftSteps = 'los pasos del navegador'
