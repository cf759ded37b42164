import type { Part } from '../part.ts'

export const typesStock = 'Existencias'
export const conditionsBelow = 'baja de'
export const conditionsAbove = 'sube de'
export const conditionsPercent = 'cambia en por ciento'
export const conditionsBy = 'cambia en'
export const conditionsChanges = 'cambia'
export const conditionsAppears = 'aparece'
export const conditionsDisappears = 'desaparece'
export const conditionsIn = 'vuelve a estar'
export const conditionsOut = 'se agota'
export const partTitle = 'Solo una parte de la página'
export const includeLabel = 'Vigilar solo'
export const includeHint = 'Selectores CSS, XPath o rutas JSON como $.price. Uno por línea.'
export const ignoreLabel = 'Ignorar líneas con'
export const ignoreHint = 'Un texto, o un patrón entre barras: /\\d+ people/. Uno por línea.'
export const rulesTitle = 'Avisarme cuando'
export const rulesHint = 'Sin reglas se te avisa de cada cambio. Con varias, basta una.'
export const rulesAdd = 'Añadir una regla'
export const rulesType = (rule: Part) => `Tipo de la regla ${rule}`
export const rulesWhen = (rule: Part) => `Condición de la regla ${rule}`
export const rulesValue = (rule: Part) => `Valor de la regla ${rule}`
export const rulesText = (rule: Part) => `Texto de la regla ${rule}`
export const rulesAfter = (rule: Part) => `Texto antes del número de la regla ${rule}`
export const rulesAfterPlaceholder = 'después de este texto'
export const rulesTextPlaceholder = 'Agotado'
export const rulesRemove = (rule: Part) => `Quitar la regla ${rule}`
export const watchedTitle = 'Qué se vigilaría'
export const watchedIgnored = 'Ignorado'
export const watchedEmpty = 'Nada: los selectores no eligen ningún texto de esta página.'
export const watchedNow = (name: Part, value: Part) => `${name} es ahora ${value}`
export const watchedUnknown = (name: Part) => `No se encontró ${name}.`
export const watchedYes = 'está'
export const watchedNo = 'no está'
export const resultsLabel = 'Reglas'
export const resultsMet = 'cumplida'
export const resultsNotMet = 'no cumplida'
export const resultsNow = (found: Part, before: Part) => `ahora ${found}, antes ${before}`
export const resultsFirst = (found: Part) => `ahora ${found}`
