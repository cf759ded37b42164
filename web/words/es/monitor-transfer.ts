import type { Part } from '../part.ts'

export const transferTitle = 'Importar y exportar'
export const exportButton = 'Guardar todos en un archivo'
export const importLabel = 'Archivo para importar'
export const importHint =
  'Un archivo guardado aquí, o url-watches.json de una copia de changedetection.io.'
export const importUnknown =
  'Esto no es un archivo de monitores. Elige uno guardado aquí, o url-watches.json de changedetection.io.'
export const importResult = (monitors: Part) => `Se añadió: ${monitors}.`
export const importLeft = (name: Part, left: Part) => `${name}: sin ${left}`
export const importRefused = (name: Part, reason: Part) => `${name} se rechazó: ${reason}`
export const leftSteps = 'los pasos del navegador'
