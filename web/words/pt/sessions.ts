import { prices } from '../../../src/credits/prices.ts'
export const pageLead =
  'Um navegador que fica aberto: para programas, para um modelo de linguagem e para você.'
export const formTitle = 'Nova sessão'
export const formRecord = 'Gravar as páginas'
export const formBusy = 'Iniciando'
export const listTitle = 'Sessões'
export const emptyTitle = 'Nenhuma sessão nas últimas 24 horas'
export const emptyText = `Uma sessão custa ${prices.browserMinute} créditos por minuto, ou ${prices.promptedBrowserMinute} depois que um modelo de linguagem a usou.`
export const columnsSession = 'Sessão'
export const columnsEnds = 'Termina'
export const minutesLabel = 'Minutos'
export const minutesHint =
  'Ela termina sozinha depois deste tempo. Seus créditos ficam reservados até lá.'
export const profileLabel = 'Perfil'
export const profileHint = 'Opcional. Começa com os cookies e o armazenamento deste nome.'
export const profileSave = 'Salvar o perfil ao encerrar a sessão'
export const stateDestroyed = 'encerrada'
