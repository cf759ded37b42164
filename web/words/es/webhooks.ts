import type { Part } from '../part.ts'

export const pageLead =
  'Entregas de los últimos 7 días. Los trabajos y monitores nombran a sus receptores.'
export const pageReplay = 'Repetir: '
export const listTitle = 'Entregas'
export const emptyTitle = 'Ninguna entrega'
export const emptyText =
  'Un rastreo, lote o monitor con la opción webhook envía sus eventos a tu servidor.'
export const columnsEvent = 'Evento'
export const columnsReceiver = 'Receptor'
export const columnsAttempts = 'Intentos'
export const responseNone = 'ninguno todavía'
export const rowNext = (nextAttemptAt: Part) => `próxima ${nextAttemptAt}`
export const replayLabel = (type: Part) => `Repetir ${type}`
export const replayButton = 'Repetir'
export const detailsButton = 'Detalles'
export const detailsLabel = (type: Part) => `Detalles de ${type}`
export const dialogTitle = 'Entrega'
export const dialogSent = 'Enviado'
export const dialogBodyMissing =
  'El cuerpo no está guardado: su resultado ha caducado, o el trabajo no conserva datos.'
export const dialogBodyCut = 'Solo se muestran los primeros 64 KB.'
export const dialogNoAttempts =
  'No hay ningún intento guardado: no lo hubo, o el trabajo no conserva datos.'
export const attemptNone = 'sin respuesta'
export const attemptEmpty = 'La respuesta no tenía texto.'
export const attemptCut = 'Solo se guardan los primeros 8 KB.'
export const testTitle = 'Probar un receptor'
export const testUrl = 'URL del receptor'
export const testSubmit = 'Enviar una prueba'
export const secretLead =
  'Las entregas se firman como describe Standard Webhooks. Tras un cambio llevan durante 24 horas las firmas de ambos secretos.'
export const secretShow = 'Mostrar el secreto'
export const secretConfirm = 'Reemplazarlo ahora'
export const secretReplace = 'Reemplazar el secreto'
