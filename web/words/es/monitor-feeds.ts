import type { Part } from '../part.ts'

export const feedsTitle = 'Canales RSS y Atom'
export const feedsHint =
  'Quien tenga la dirección de un canal de noticias lee sus cambios sin iniciar sesión, hasta que lo quites.'
export const subjectLabel = 'Cambios de'
export const subjectAll = 'todos los monitores'
export const subjectTag = (tag: Part) => `monitores con la etiqueta ${tag}`
export const subjectGone = 'un monitor eliminado'
export const createButton = 'Crear un canal de noticias'
export const createdHint = 'Copia la dirección ahora. No se vuelve a mostrar.'
export const atomLabel = 'Dirección Atom'
export const rssLabel = 'Dirección RSS'
export const listCreated = (time: Part) => `creado ${time}`
export const listRemove = (subject: Part) => `Quitar el canal de ${subject}`
