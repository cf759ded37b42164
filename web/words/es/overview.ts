import type { Part } from '../part.ts'

export const operationsTitle = 'Operaciones'
export const operationsPeriod = 'en los últimos 30 días'
export const operationsTrend = (change: Part, change2: Part) =>
  `${change}${change2} % frente a los 30 días anteriores`
export const creditsTitle = 'Créditos restantes'
export const creditsUsed = 'Créditos usados'
export const creditsUnlimited = 'en este periodo; ilimitado'
export const creditsPlan = (planCredits: Part) => `de ${planCredits}`
export const queueTitle = 'Cola'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} en espera`
export const successTitle = 'Con éxito'
export const successEmpty = 'ninguna solicitud en 24 horas'
export const successFailed = (failed: Part) => `${failed} fallidas en 24 horas`
export const recentTitle = 'Últimas solicitudes'
export const recentEmpty = 'Ninguna solicitud en los últimos 7 días.'
export const runningTitle = 'En curso ahora'
export const runningEmpty = 'No hay ningún rastreo ni lote en curso.'
export const usageTitle = 'Uso por día'
export const usageChart = (measure: Part, by: Part) => `${measure} por día, ${by}`
export const stepsScrape = 'Leer una página'
export const stepsMap = 'Hacer el mapa de un sitio'
export const stepsCrawl = 'Rastrear un sitio'
export const stepsTitle = 'Primeros pasos'
export const stepsBefore = 'Abre el '
export const stepsLink = 'campo de pruebas'
export const stepsAfter = ' y pulsa Ejecutar, o pega uno de estos en un terminal.'
export const healthTitle = 'Salud'
export const changesTitle = 'Cambiadas en la última comprobación'
export const changesNoMonitors = 'No se vigila ninguna página.'
export const changesEmpty = 'Ninguna página vigilada ha cambiado.'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `${changed} cambiadas, ${last} nuevas, ${removed} quitadas`
export const usageByKind = 'por operación'
export const usageByKey = 'por clave de API'
export const usageByHost = 'por sitio'
export const usageBy = 'Según qué se cuenta'
export const usageMeasure = 'Qué se cuenta'
export const usageNoKey = 'Personas, en la consola'
export const usageNoHost = 'Sin sitio, o no guardado'
export const usageHostsNone = 'No se guarda ninguna petición.'
export const usageHosts = (since: Part) =>
  `De las peticiones guardadas, que llegan hasta ${since}. Un trabajo cuenta como una petición de su página inicial, sin lo que cuestan sus páginas.`
