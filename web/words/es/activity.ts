import type { Part } from '../part.ts'

export const findLabel = 'Buscar una solicitud'
export const findPlaceholder = 'Buscar por operación o destino'
export const filterFailed = 'Solo fallidas'
export const filterDays = 'Todos los días'
export const foundSoFar = (number: Part) =>
  `${number} hasta ahora. Las solicitudes más antiguas aún no se han buscado.`
export const requestsLabel = 'Solicitudes'
export const emptyTitle = 'Ninguna solicitud'
export const changesTitle = 'Cambios en la consola'
export const changesEmpty = 'Todavía no se ha cambiado nada.'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt} desde ${address}`
