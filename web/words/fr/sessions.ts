import { prices } from '../../../src/credits/prices.ts'
export const pageLead =
  'Un navigateur qui reste ouvert : pour des programmes, pour un modèle de langage et pour vous.'
export const formTitle = 'Nouvelle session'
export const formRecord = 'Enregistrer les pages'
export const formBusy = 'Démarrage'
export const listTitle = 'Sessions'
export const emptyTitle = 'Aucune session dans les dernières 24 heures'
export const emptyText = `Une session coûte ${prices.browserMinute} crédits par minute, ou ${prices.promptedBrowserMinute} dès qu’un modèle de langage l’a utilisée.`
export const columnsSession = 'Session'
export const columnsEnds = 'Se termine'
export const minutesLabel = 'Minutes'
export const minutesHint =
  'Elle se termine d’elle-même après ce temps. Ses crédits sont réservés jusque-là.'
export const profileLabel = 'Profil'
export const profileHint = 'Facultatif. Démarre avec les cookies et le stockage de ce nom.'
export const profileSave = 'Enregistrer le profil à la fin de la session'
export const stateDestroyed = 'terminée'
