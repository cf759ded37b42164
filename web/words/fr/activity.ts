import type { Part } from '../part.ts'

export const findLabel = 'Trouver une requête'
export const findPlaceholder = 'Chercher par opération ou cible'
export const filterFailed = 'Seulement les échecs'
export const filterDays = 'Tous les jours'
export const foundSoFar = (number: Part) =>
  `${number} jusqu’ici. Les requêtes plus anciennes n’ont pas encore été cherchées.`
export const requestsLabel = 'Requêtes'
export const emptyTitle = 'Aucune requête'
export const changesTitle = 'Modifications dans la console'
export const changesEmpty = 'Rien n’a encore été modifié.'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt} depuis ${address}`
