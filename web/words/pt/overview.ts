import type { Part } from '../part.ts'

export const operationsTitle = 'Operações'
export const operationsPeriod = 'nos últimos 30 dias'
export const operationsTrend = (change: Part, change2: Part) =>
  `${change}${change2} % em relação aos 30 dias anteriores`
export const creditsTitle = 'Créditos restantes'
export const creditsUsed = 'Créditos usados'
export const creditsUnlimited = 'neste período; ilimitado'
export const creditsPlan = (planCredits: Part) => `de ${planCredits}`
export const queueTitle = 'Fila'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} em espera`
export const successTitle = 'Com sucesso'
export const successEmpty = 'nenhuma solicitação em 24 horas'
export const successFailed = (failed: Part) => `${failed} falharam em 24 horas`
export const recentTitle = 'Últimas solicitações'
export const recentEmpty = 'Nenhuma solicitação nos últimos 7 dias.'
export const runningTitle = 'Em andamento'
export const runningEmpty = 'Nenhum rastreamento ou lote em andamento.'
export const usageTitle = 'Uso por dia'
export const usageChart = (measure: Part, by: Part) => `${measure} por dia, ${by}`
export const stepsScrape = 'Ler uma página'
export const stepsMap = 'Mapear um site'
export const stepsCrawl = 'Rastrear um site'
export const stepsTitle = 'Primeiros passos'
export const stepsBefore = 'Abra o '
export const stepsLink = 'ambiente de testes'
export const stepsAfter = ' e pressione Executar, ou cole um destes em um terminal.'
export const healthTitle = 'Saúde'
export const changesTitle = 'Alteradas na última verificação'
export const changesNoMonitors = 'Nenhuma página é observada.'
export const changesEmpty = 'Nenhuma página observada mudou.'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `${changed} alteradas, ${last} novas, ${removed} removidas`
export const usageByKind = 'por operação'
export const usageByKey = 'por chave de API'
export const usageByHost = 'por site'
export const usageBy = 'Segundo o que se conta'
export const usageMeasure = 'O que se conta'
export const usageNoKey = 'Pessoas, no console'
export const usageNoHost = 'Sem site, ou não guardado'
export const usageHostsNone = 'Nenhuma requisição está guardada.'
export const usageHosts = (since: Part) =>
  `Das requisições guardadas, que vão até ${since}. Um trabalho conta como uma requisição da página inicial, sem o custo das suas páginas.`
