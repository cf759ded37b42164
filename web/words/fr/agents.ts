import type { Part } from '../part.ts'

export const listTitle = 'Exécutions'
export const emptyTitle = 'Aucune exécution'
export const emptyText =
  'L’agent cherche et lit des pages jusqu’à ce qu’il ait une réponse avec ses sources.'
export const columnsBegin = 'Commence à'
export const columnsAnywhere = 'le Web'
export const columnsMore = (urls: Part) => ` et ${urls} de plus`
export const formInvalidSchema = 'Le schéma n’est pas du JSON valide.'
export const formTitle = 'Nouvelle exécution'
export const formThreadTitle = 'Continuer le fil'
export const goalPlaceholder = 'Comparer les prix des offres de ces trois services de messagerie'
export const pagesLabel = 'Pages de départ'
export const pagesHint = 'Facultatif, une par ligne. Sans elles, l’agent cherche.'
export const pagesStrict = 'Ne lire aucune autre page'
export const schemaLabel = 'Schéma du résultat'
export const schemaHint =
  'Schéma JSON facultatif. Sans lui, le résultat est un texte avec ses sources.'
export const effortLabel = 'Effort'
export const effortLow = 'faible'
export const effortMedium = 'moyen'
export const effortHigh = 'élevé'
export const limitUnit = 'crédits'
