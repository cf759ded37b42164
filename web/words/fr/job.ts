import type { Part } from '../part.ts'

export const errorsEmpty = 'Aucune page n’a échoué'
export const errorsFind = 'Trouver une page en échec'
export const errorsPlaceholder = 'Chercher par URL ou code'
export const jsonLinesTitle = 'JSON Lines'
export const jsonLinesHint = 'Un document par ligne'
export const csvHint = 'URL, titre, statut et Markdown pour tableurs'
export const csvTitle = 'CSV'
export const markdownTitle = 'Markdown (ZIP)'
export const markdownHint = 'Un fichier par page, dans des dossiers comme ceux du site'
export const warcHint = 'Pour archives Web'
export const warcTitle = 'WARC'
export const llmsTxtHint = 'Liens avec descriptions'
export const llmsTxtTitle = 'llms.txt'
export const llmsFullTxtHint = 'Le Markdown de toutes les pages en un seul texte'
export const llmsFullTxtTitle = 'llms-full.txt'
export const failuresTitle = 'Pages en échec (CSV)'
export const failuresHint = 'URL avec leurs erreurs'
export const menuSaving = (bytes: Part) => `Enregistrement, ${bytes}`
export const menuStop = 'Arrêter l’enregistrement'
export const menuOpen = 'Exporter'
export const menuLabel = 'Exporter en'
export const menuRunning = 'La tâche est en cours : le fichier contient les pages terminées.'
export const pagesEmpty = 'Aucune page n’est encore terminée'
export const noneTitle = 'Aucune page n’a pu être lue'
export const noneText = 'L’onglet Échec dit pourquoi, et Réessayer relit ces pages.'
export const pagesFind = 'Trouver une page'
export const pagesPlaceholder = 'Chercher par URL, titre ou statut'
export const pagesLabel = 'Pages de la tâche'
export const pagesSearching = 'Recherche'
export const pagesFound = (rows: Part) => `${rows} trouvées`
export const pagesLoading = 'Chargement'
export const tabsPages = 'Pages'
export const tabsFailed = 'Échec'
export const tabsRobots = 'Bloquées par robots.txt'
export const tabsLabel = 'Parties de la tâche'
export const headerRetry = 'Réessayer : '
export const headerCancel = 'Annuler'
export const progressLabel = 'Pages terminées'
export const progressPages = (completed: Part, total: Part) => `${completed} pages sur ${total}`
export const progressFailed = (failed: Part) => `${failed} en échec`
export const progressRate = (rate: Part) => `${rate} pages/s`
export const progressLeft = (secondsLeft: Part) => `encore ${secondsLeft}`
export const progressExpiry = (expiresAt: Part) => `conservé jusqu’au ${expiresAt}`
export const setName = 'Nom de l’ensemble'
export const setSubmit = 'Conserver toujours'
export const setKept = (name: Part) => `conservé toujours sous ${name}`
export const keepLabel = 'Conserver les résultats pendant'
export const keepDays = (days: Part) => `${days} jours à partir de maintenant`
export const keepChoose = 'Conserver plus longtemps'
export const crumbsLabel = 'Vous êtes ici'
export const crumbsJobs = 'Tâches'
export const optionsTitle = 'Options avec lesquelles elle a démarré'
