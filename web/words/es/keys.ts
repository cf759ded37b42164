import type { Part } from '../part.ts'

export const pageLead =
  'Una clave da acceso a la API de este equipo. Se muestra una vez, al crearla.'
export const formTitle = 'Nueva clave'
export const formOperations = 'Solo estas operaciones'
export const formHosts = 'Solo estos sitios'
export const formHostsHint =
  'Hosts o URL de los sitios. *.shop.example significa los subdominios de shop.example. No se llega a otros hosts, tampoco para partes de una página.'
export const formFormats = 'Solo estos formatos'
export const formHint = 'Sin elección, la clave puede usarlo todo.'
export const formSubmit = 'Crear'
export const createdText = 'Copia la clave ahora. No se vuelve a mostrar.'
export const listTitle = 'Claves'
export const columnsKey = 'Clave'
export const columnsRestrictions = 'Limitada a'
export const columnsCreated = 'Creada'
export const usedNever = 'no en 7 días'
export const rowRevoked = 'revocada'
export const rowAction = (action: Part, name: Part) => `${action}: ${name}`
export const revokeConfirm = 'Revocar ahora'
export const revokeButton = 'Revocar'
export const revokeWarning =
  'Una clave revocada se rechaza en menos de un segundo. No se puede deshacer.'
export const restrictionsNone = 'todo'
export const namePlaceholder = 'Para qué es'
