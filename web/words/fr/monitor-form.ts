import type { Part } from '../part.ts'

export const targetsInvalid = 'Les cibles doivent être une liste JSON.'
export const targetsMore = (shown: Part, names: Part) => `${shown} et ${names} de plus`
export const targetsLabel = 'Cibles'
export const targetsHint = 'Un par ligne.'
export const scheduleLabel = 'Horaire'
export const schedulePreview = 'Prochaines exécutions : '
export const editTitle = 'Modifier la surveillance'
export const createSubmit = 'Créer et vérifier maintenant'
export const tagsLabel = 'Étiquettes'
export const tagsPlaceholder = 'prix, concurrents'
export const goalPlaceholder = 'Signaler quand un prix change'
export const goalSearchHint = 'Les nouveaux résultats sont jugés d’après lui.'
export const goalHint =
  'Facultatif. Avec un modèle de langage, les changements sont jugés d’après lui.'
export const moreTitle = 'Notifications et conservation'
export const emailsLabel = 'Adresses e-mail'
export const emailsHint = 'Une par ligne. Elles doivent d’abord confirmer.'
export const retentionLabel = 'Jours de conservation des vérifications'
export const kindScrape = 'Seulement ces pages'
export const kindCrawl = 'Les sites qui commencent ici'
export const kindSearch = 'Nouveaux résultats de recherches'
export const kindJson = 'Plusieurs types, en JSON'
export const kindLabel = 'Ce qui est vérifié'
export const searchesPlaceholder = 'barrage sur une rivière'
export const searchesAge = 'Pas plus anciens que'
export const searchesResults = 'Résultats de chacune'
export const crawlUnit = 'pages'
export const screenshotsLabel = 'Comparer aussi les captures d’écran'
export const trialHint = 'En lit maintenant jusqu’à trois, au prix d’une requête chacune.'
export const trialMinimum = 'au moins '
export const trialStatus = (statusCode: Part) => `Le site répond avec le statut ${statusCode}.`
export const optionsPages = 'Options des pages : en-têtes, profil, lieu et plus'
export const optionsSite = 'Options de l’exploration : chemins, profondeur, sitemap et plus'
export const startLeft = (names: Part) =>
  `Un moniteur n’a pas ces options de la requête : ${names}.`
export const gridTitle = 'Jours et heures'
export const gridLabel = 'Jours et heures du planning'
export const gridOther =
  'Ce planning a des parties que la grille ne montre pas. Un choix ici le remplace.'
export const gridFrequency = 'Fréquence dans chaque heure'
export const gridOnce = 'une fois par heure'
export const gridAllHours = 'Toutes les heures'
export const gridWorkingHours = 'De 8 à 18'
export const gridWorkingDays = 'Du lundi au vendredi'
export const gridEvery = (minutes: Part) => `toutes les ${minutes} minutes`
export const gridHour = (hour: Part) => `À partir de ${hour}`
