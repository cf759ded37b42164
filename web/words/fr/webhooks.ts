import type { Part } from '../part.ts'

export const pageLead =
  'Livraisons des 7 derniers jours. Les tâches et surveillances nomment leurs destinataires.'
export const pageReplay = 'Rejouer : '
export const listTitle = 'Livraisons'
export const emptyTitle = 'Aucune livraison'
export const emptyText =
  'Un crawl, un lot ou une surveillance avec l’option webhook envoie ses événements à votre serveur.'
export const columnsEvent = 'Événement'
export const columnsReceiver = 'Destinataire'
export const columnsAttempts = 'Tentatives'
export const responseNone = 'aucun pour l’instant'
export const rowNext = (nextAttemptAt: Part) => `prochaine ${nextAttemptAt}`
export const replayLabel = (type: Part) => `Rejouer ${type}`
export const replayButton = 'Rejouer'
export const detailsButton = 'Détails'
export const detailsLabel = (type: Part) => `Détails de ${type}`
export const dialogTitle = 'Livraison'
export const dialogSent = 'Envoyé'
export const dialogBodyMissing =
  'Le corps n’est pas conservé : son résultat a expiré, ou la tâche ne conserve pas de données.'
export const dialogBodyCut = 'Seuls les 64 premiers Ko sont affichés.'
export const dialogNoAttempts =
  'Aucune tentative n’est conservée : il n’y en a pas eu, ou la tâche ne conserve pas de données.'
export const attemptNone = 'pas de réponse'
export const attemptEmpty = 'La réponse n’avait pas de texte.'
export const attemptCut = 'Seuls les 8 premiers Ko sont conservés.'
export const testTitle = 'Tester un destinataire'
export const testUrl = 'URL du destinataire'
export const testSubmit = 'Envoyer un test'
export const secretLead =
  'Les livraisons sont signées comme le décrit Standard Webhooks. Après un changement, elles portent pendant 24 heures les signatures des deux secrets.'
export const secretShow = 'Afficher le secret'
export const secretConfirm = 'Le remplacer maintenant'
export const secretReplace = 'Remplacer le secret'
