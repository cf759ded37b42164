import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `Plano com ${steps}`
export const stepSearch = (query: Part) => `Buscar ${query}`
export const stepMap = (url: Part) => `Listar os endereços de ${url}`
export const stepScrape = (url: Part) => `Ler ${url}`
export const stepNote = (records: Part) => `Anotar ${records}`
export const stepDelegate = (tasks: Part) => `Dar ${tasks} a leitores`
export const stepReport = 'Relatório'
export const stepFinish = 'Terminar com o resultado'
export const stepCancelling = 'O cancelamento foi pedido'
export const endingRefused = 'Recusada pelo modelo de linguagem'
export const endingCreditLimit = 'Encerrada pelo limite de créditos'
export const timelineTitle = 'Linha do tempo'
export const timelineWorking = 'trabalhando'
export const timelineSeconds = (seconds: Part) => `levou ${seconds} s`
export const timelineDuration = (seconds: Part) => `levou ${seconds}`
export const timelineShowText = (url: Part) => `Texto de ${url}`
export const timelineRaw = 'Entrada e resultado'
export const sourcesTitle = 'Fontes'
export const sourcesEmpty = 'Nenhuma página foi lida ainda.'
export const badgeCreditLimit = 'encerrada pelo limite de créditos'
export const headerContinue = 'Perguntar mais'
export const headerFree = 'nada cobrado'
export const headerMaximum = (maxCredits: Part) => ` de no máximo ${maxCredits}`
export const resultPartialTitle = 'Resultado parcial'
export const resultPartial =
  'A execução terminou antes de ficar completa. Isto é o que ela havia encontrado'
export const resultMisfit = '; não corresponde ao esquema'
export const snapshotTitle = 'A página como foi lida'
export const snapshotEmpty = 'A página não tem texto'
