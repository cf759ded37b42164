import type { Part } from '../part.ts'

export const typeHttp = 'Líneas JSON por HTTPS'
export const secretKeep = 'Déjalo vacío para mantener el guardado.'
export const sentinelTenant = 'Identificador del inquilino'
export const sentinelClient = 'Identificador de cliente'
export const sentinelSecret = 'Secreto de cliente'
export const sentinelEndpoint = 'URL de ingesta de registros'
export const sentinelRule = 'Identificador inmutable de la regla'
export const sentinelStream = 'Flujo'
export const sentinelStreamHint = 'Empieza por Custom-.'
export const httpSecretHint = (kept: Part) =>
  `${kept} Sin él firma el secreto de webhook del equipo.`
export const pageTitle = 'Registro SIEM'
export const pageLead =
  'Envía un evento por cada URL que se lee para este equipo. Los eventos no tienen contenido.'
export const testSuccess = 'El destino aceptó un evento de prueba.'
export const testButton = 'Enviar un evento de prueba'
export const formEnabled = 'Enviar eventos'
export const formType = 'Destino'
export const formEnable = 'Enviar eventos allí'
export const formWarning =
  'Desde ahora, la URL de cada lectura de este equipo va a este destino. Envía después un evento de prueba.'
export const deliveryTitle = 'Eventos'
export const deliverySent = 'última entrega'
export const deliveryFailed = 'último fallo'
export const exampleTitle = 'Evento de ejemplo'
