import type { Part } from '../part.ts'

export const findLabel = 'Anfrage suchen'
export const findPlaceholder = 'Nach Operation oder Ziel suchen'
export const filterFailed = 'Nur fehlgeschlagene'
export const filterDays = 'Alle Tage'
export const foundSoFar = (number: Part) =>
  `Bisher ${number}. Ältere Anfragen sind noch nicht durchsucht.`
export const requestsLabel = 'Anfragen'
export const emptyTitle = 'Keine Anfrage'
export const changesTitle = 'Änderungen in der Konsole'
export const changesEmpty = 'Noch wurde nichts geändert.'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt} von ${address}`
