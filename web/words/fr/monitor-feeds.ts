import type { Part } from '../part.ts'

export const feedsTitle = 'Flux RSS et Atom'
export const feedsHint =
  'Quiconque a l’adresse d’un flux lit ses changements sans se connecter, jusqu’à ce que vous le retiriez.'
export const subjectLabel = 'Changements de'
export const subjectAll = 'toutes les surveillances'
export const subjectTag = (tag: Part) => `surveillances avec l’étiquette ${tag}`
export const subjectGone = 'une surveillance supprimée'
export const createButton = 'Créer un flux'
export const createdHint = 'Copiez l’adresse maintenant. Elle ne sera plus affichée.'
export const atomLabel = 'Adresse Atom'
export const rssLabel = 'Adresse RSS'
export const listCreated = (time: Part) => `créé ${time}`
export const listRemove = (subject: Part) => `Retirer le flux de ${subject}`
