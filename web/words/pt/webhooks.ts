import type { Part } from '../part.ts'

export const pageLead =
  'Entregas dos últimos 7 dias. Trabalhos e monitores indicam seus destinatários.'
export const pageReplay = 'Repetir: '
export const listTitle = 'Entregas'
export const emptyTitle = 'Nenhuma entrega'
export const emptyText =
  'Um rastreamento, lote ou monitor com a opção webhook envia seus eventos ao seu servidor.'
export const columnsEvent = 'Evento'
export const columnsReceiver = 'Destinatário'
export const columnsAttempts = 'Tentativas'
export const responseNone = 'nenhum ainda'
export const rowNext = (nextAttemptAt: Part) => `próxima ${nextAttemptAt}`
export const replayLabel = (type: Part) => `Repetir ${type}`
export const replayButton = 'Repetir'
export const detailsButton = 'Detalhes'
export const detailsLabel = (type: Part) => `Detalhes de ${type}`
export const dialogTitle = 'Entrega'
export const dialogSent = 'Enviado'
export const dialogBodyMissing =
  'O corpo não está guardado: seu resultado expirou, ou o trabalho não guarda dados.'
export const dialogBodyCut = 'Só os primeiros 64 KB são mostrados.'
export const dialogNoAttempts =
  'Nenhuma tentativa está guardada: não houve nenhuma, ou o trabalho não guarda dados.'
export const attemptNone = 'sem resposta'
export const attemptEmpty = 'A resposta não tinha texto.'
export const attemptCut = 'Só os primeiros 8 KB são guardados.'
export const testTitle = 'Testar um destinatário'
export const testUrl = 'URL do destinatário'
export const testSubmit = 'Enviar um teste'
export const secretLead =
  'As entregas são assinadas como descreve Standard Webhooks. Depois de uma troca, elas levam por 24 horas as assinaturas dos dois segredos.'
export const secretShow = 'Mostrar o segredo'
export const secretConfirm = 'Substituir agora'
export const secretReplace = 'Substituir o segredo'
