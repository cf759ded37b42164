import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `Plan de ${steps}`
export const stepSearch = (query: Part) => `Buscar ${query}`
export const stepMap = (url: Part) => `Listar las direcciones de ${url}`
export const stepScrape = (url: Part) => `Leer ${url}`
export const stepNote = (records: Part) => `Anotar ${records}`
export const stepDelegate = (tasks: Part) => `Dar ${tasks} a lectores`
export const stepReport = 'Informe'
export const stepFinish = 'Terminar con el resultado'
export const stepCancelling = 'Se pidió la cancelación'
export const endingRefused = 'Rechazada por el modelo de lenguaje'
export const endingCreditLimit = 'Terminada por su límite de créditos'
export const timelineTitle = 'Cronología'
export const timelineWorking = 'trabajando'
export const timelineSeconds = (seconds: Part) => `tardó ${seconds} s`
export const timelineDuration = (seconds: Part) => `tardó ${seconds}`
export const timelineShowText = (url: Part) => `Texto de ${url}`
export const timelineRaw = 'Entrada y resultado'
export const sourcesTitle = 'Fuentes'
export const sourcesEmpty = 'Todavía no se ha leído ninguna página.'
export const badgeCreditLimit = 'terminada por su límite de créditos'
export const headerContinue = 'Preguntar más'
export const headerFree = 'sin cargo'
export const headerMaximum = (maxCredits: Part) => ` de ${maxCredits} como máximo`
export const resultPartialTitle = 'Resultado parcial'
export const resultPartial =
  'La ejecución terminó antes de estar completa. Esto es lo que había encontrado'
export const resultMisfit = '; no se ajusta al esquema'
export const snapshotTitle = 'La página tal como se leyó'
export const snapshotEmpty = 'La página no tiene texto'
