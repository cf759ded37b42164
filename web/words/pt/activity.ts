import type { Part } from '../part.ts'

export const findLabel = 'Buscar uma solicitação'
export const findPlaceholder = 'Buscar por operação ou destino'
export const filterFailed = 'Só as que falharam'
export const filterDays = 'Todos os dias'
export const foundSoFar = (number: Part) =>
  `${number} até agora. Solicitações mais antigas ainda não foram pesquisadas.`
export const requestsLabel = 'Solicitações'
export const emptyTitle = 'Nenhuma solicitação'
export const changesTitle = 'Alterações no console'
export const changesEmpty = 'Nada foi alterado ainda.'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt} de ${address}`
