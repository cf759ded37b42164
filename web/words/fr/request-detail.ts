import type { Part } from '../part.ts'

export const stateStarted = 'démarré'
export const creditsJob = 'compté par la tâche'
export const columnReason = 'Raison'
export const columnTime = 'Durée'
export const columnRequester = 'Demandé par'
export const factId = 'Identifiant'
export const targetMissing = 'non enregistré'
export const adviceTitle = 'Que tenter'
export const headlineCompleted = (time: Part) => `Terminée en ${time}`
export const headlineFailed = (time: Part) => `Échec après ${time}`
export const requestLabel = 'La requête telle qu’elle a été envoyée'
export const requestNote =
  'Telle qu’elle a été envoyée, sans en-têtes ni identifiants, qui ne sont pas conservés.'
export const requestMissing =
  'La requête n’a pas été conservée : elle était trop grande, ou l’équipe ne conserve pas de données.'
export const actionAgain = 'Exécuter de nouveau'
export const actionPlayground = 'Ouvrir dans le bac à sable'
export const actionSession = 'Ouvrir la session'
export const resultMissing = 'Le résultat de cette opération n’est pas conservé.'
export const durationSeconds = (seconds: Part) => `${seconds} s`
export const filterOperations = 'Toutes les opérations'
export const filterKeys = 'Toutes les clés et personnes'
export const filterHosts = 'Tous les hôtes'
export const filterHost = 'Hôte'
export const filterKey = 'Clé ou personne'
export const filteredEmpty = 'Aucune requête ne correspond aux filtres'
export const filteredClear = 'Effacer les filtres'
export const emptyText =
  'Rien n’a été demandé dans les 7 derniers jours. Exécutez quelque chose dans le bac à sable.'
export const emptyPlayground = 'Ouvrir le bac à sable'
