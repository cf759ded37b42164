import type { Part } from '../part.ts'

export const viewerRefusal =
  'Los lectores no pueden convertir archivos. Pide el rol de miembro a un administrador del equipo.'
export const dropText = (bytesMax: Part) =>
  `Suelta o pega archivos aquí: PDF, archivos de oficina, correos, HTML e imágenes, como máximo ${bytesMax} cada uno.`
export const dropChoose = 'Elegir archivos'
export const dropInput = 'Archivos para convertir'
export const listLabel = 'Archivos convertidos'
export const readingText = 'Se está leyendo el primer archivo.'
export const stateReading = 'se está leyendo'
export const stateWaiting = 'en espera'
export const stateDone = 'convertido'
export const refusalSize = (bytesMax: Part) => `El archivo supera ${bytesMax}.`
export const refusalType = (ending: Part) => `Los archivos del tipo ${ending} no se pueden leer.`
export const pagesPrevious = 'Página anterior'
export const pagesNext = 'Página siguiente'
export const pagesPosition = (page: Part, pages: Part) => `Página ${page} de ${pages}`
export const pagesEmpty = 'No se encontró texto en esta página.'
export const pictureAlt = (page: Part) => `Página ${page} del archivo`
export const pictureLoading = 'Se está dibujando la imagen.'
export const pictureMissing = 'Esta página no tiene superficie que dibujar.'
