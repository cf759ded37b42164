import type { Part } from '../part.ts'

export const typeHttp = 'Linhas JSON por HTTPS'
export const secretKeep = 'Deixe vazio para manter o que está guardado.'
export const sentinelTenant = 'Identificador do locatário'
export const sentinelClient = 'Identificador do cliente'
export const sentinelSecret = 'Segredo do cliente'
export const sentinelEndpoint = 'URL de ingestão de registros'
export const sentinelRule = 'Identificador imutável da regra'
export const sentinelStream = 'Fluxo'
export const sentinelStreamHint = 'Começa com Custom-.'
export const httpSecretHint = (kept: Part) =>
  `${kept} Sem ele, o segredo de webhook da equipe assina.`
export const pageTitle = 'Registro SIEM'
export const pageLead =
  'Envia um evento para cada URL lida para esta equipe. Os eventos não têm conteúdo.'
export const testSuccess = 'O destino aceitou um evento de teste.'
export const testButton = 'Enviar um evento de teste'
export const formEnabled = 'Enviar eventos'
export const formType = 'Destino'
export const formEnable = 'Enviar eventos para lá'
export const formWarning =
  'A partir de agora, a URL de cada leitura desta equipe vai para este destino. Depois, envie um evento de teste.'
export const deliveryTitle = 'Eventos'
export const deliverySent = 'última entrega'
export const deliveryFailed = 'última falha'
export const exampleTitle = 'Evento de exemplo'
