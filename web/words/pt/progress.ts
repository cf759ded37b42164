import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, faltam ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} de ${total}`
export const rowFailed = (failed: Part) => `${failed} falharam`
export const rowRate = (rate: Part) => `${rate} páginas/s`
export const stateRunning = 'em andamento'
export const stateCompleted = 'concluído'
export const stateFailed = 'falhou'
export const stateCancelled = 'cancelado'
