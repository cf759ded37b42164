import type { Part } from '../part.ts'

export const stateStarted = 'iniciado'
export const creditsJob = 'contado por el trabajo'
export const columnReason = 'Motivo'
export const columnTime = 'Duración'
export const columnRequester = 'Pedido por'
export const factId = 'Identificador'
export const targetMissing = 'no registrado'
export const adviceTitle = 'Qué intentar'
export const headlineCompleted = (time: Part) => `Completada en ${time}`
export const headlineFailed = (time: Part) => `Fallida tras ${time}`
export const requestLabel = 'La solicitud tal como se envió'
export const requestNote = 'Tal como se envió, sin cabeceras ni credenciales, que no se conservan.'
export const requestMissing =
  'La solicitud no se conservó: era demasiado grande, o el equipo no conserva datos.'
export const actionAgain = 'Ejecutar otra vez'
export const actionPlayground = 'Abrir en el campo de pruebas'
export const actionSession = 'Abrir la sesión'
export const resultMissing = 'El resultado de esta operación no se conserva.'
export const durationSeconds = (seconds: Part) => `${seconds} s`
export const filterOperations = 'Todas las operaciones'
export const filterKeys = 'Todas las claves y personas'
export const filterHosts = 'Todos los hosts'
export const filterHost = 'Host'
export const filterKey = 'Clave o persona'
export const filteredEmpty = 'Ninguna solicitud encaja con los filtros'
export const filteredClear = 'Borrar los filtros'
export const emptyText =
  'No se ha pedido nada en los últimos 7 días. Ejecuta algo en el campo de pruebas.'
export const emptyPlayground = 'Abrir el campo de pruebas'
