import type { Part } from '../part.ts'

export const screenshotsExpired =
  'Cette capture d’écran n’est plus conservée. Celles des pages modifiées le sont aussi longtemps que leurs vérifications, les autres 24 heures.'
export const screenshotsLabel = 'Affichage des captures d’écran'
export const screenshotsSlider = 'Curseur'
export const screenshotsDifference = 'Différence'
export const screenshotsDifferenceAlt = 'Ce qui diffère entre les captures d’écran est clair'
export const screenshotsAltAfter = 'La page dans cette vérification'
export const screenshotsBefore = 'avant'
export const screenshotsBorder = 'Limite entre les captures d’écran'
export const screenshotsShare = (share: Part) => `${share} pour cent de la capture antérieure`
export const screenshotsAfter = 'après'
export const screenshotsAltBefore = 'La page dans la vérification précédente'
export const diffTitle = 'Ce qui a changé'
export const diffLineBefore = 'Ligne avant'
export const diffLineAfter = 'Ligne après'
export const diffAfter = 'Après'
export const diffRemoved = 'retiré : '
export const diffAdded = 'ajouté : '
export const scheduleMinutes = (minutes: Part, on: Part) => `toutes les ${minutes} minutes${on}`
export const scheduleHourly = (minute: Part, on: Part) => `chaque heure à :${minute}${on}`
export const scheduleHours = (hours: Part, on: Part) => `toutes les ${hours} heures${on}`
export const scheduleDaily = (time: Part) => `chaque jour à ${time}`
export const scheduleTime = (time: Part, on: Part) => `à ${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `le ${days} du mois à ${time}`
export const scheduleDays = (range: Part, days: Part) => `de ${range} à ${days}`
export const checkPages = 'Pages de cette vérification'
export const checkUnread = 'Marquer comme non lue'
export const checkRead = 'Marquer comme lue'
export const checkRunning = 'La vérification est en cours'
export const checkEmpty = 'Aucune page n’a été lue'
export const changeLabel = 'Changement'
export const changeSame = 'Rien n’a changé.'
export const changeNew = 'Cette page est nouvelle.'
export const changeRemoved = 'Cette page a disparu.'
export const changeError = 'Cette page n’a pas pu être lue.'
export const changeChanged = 'Cette page a changé.'
export const changeMeaningful = 'Changement important'
export const changeMinor = 'Changement mineur'
export const viewUnified = 'Une colonne'
export const viewPrevious = 'Changement précédent'
export const viewNext = 'Changement suivant'
export const viewText = 'Texte des deux versions'
export const compareOpen = 'Comparer des versions'
export const compareClose = 'Retour à la vérification'
export const compareLabel = 'Comparer deux versions'
export const compareFrom = 'Version antérieure'
export const compareTo = 'Version ultérieure'
export const compareSwap = 'Échanger les versions'
export const compareSame = 'Ces versions comptent comme égales.'
export const compareFirst = 'première'
export const pauseMenu = 'Suspendre jusqu’à'
export const pauseResumed = 'Jusqu’à ce que je la reprenne'
export const pauseHour = 'Pendant une heure'
export const pauseTomorrow = 'Jusqu’à demain, 8:00'
export const pauseMonday = 'Jusqu’à lundi, 8:00'
export const pauseTime = 'Jusqu’à un jour et une heure'
export const pauseSubmit = 'Suspendre jusque-là'
export const pauseForever = 'suspendue'
export const pauseUntil = (time: Part) => `suspendue jusqu’au ${time}`
export const filterLabel = 'Filtrer les surveillances'
export const filterText = 'Trouver une surveillance'
export const filterUnread = 'Non lues'
export const filterTag = (tag: Part, monitors: Part) => `Étiquette ${tag} : ${monitors}`
export const filterEmpty = 'Aucune surveillance ne correspond. Choisissez moins de filtres.'
export const selectionTag = 'Étiquette'
export const selectionTagAdd = 'Ajouter l’étiquette'
export const selectionTagRemove = 'Enlever l’étiquette'
export const selectionLabel = 'Surveillances sélectionnées'
export const selectionNone = 'Ne rien sélectionner'
export const selectionAll = 'Tout sélectionner'
export const actionsPause = 'Suspendre'
export const actionsResume = 'Reprendre'
export const deletionConfirm = 'Supprimer maintenant'
export const deletionButton = 'Supprimer'
export const emptyTitle = 'Aucune vérification pour l’instant'
export const emptyText =
  'La première vérification lit les pages. Les suivantes comparent avec elle.'
export const headerNext = (nextRunAt: Part) => `prochaine ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) =>
  `environ ${estimatedCreditsPerMonth} par mois`
export const headerEdit = 'Modifier'
export const headerCheck = 'Vérifier maintenant'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt} : ${chosen}, ${changed} modifiées`
export const stripLabel = 'Vérifications'
export const stripOlder = 'Afficher les vérifications plus anciennes'
export const stripSlider = 'Vérification'
export const stripSame = 'identique'
export const stripLatest = 'dernière'
export const listSelect = 'Sélectionner'
export const listEmptyTitle = 'Aucune surveillance'
export const listEmptyText =
  'Une surveillance lit des pages selon un horaire et montre ce qui a changé. Créez-en une avec Nouvelle surveillance.'
export const listSelectOne = (name: Part) => `Sélectionner ${name}`
export const listUnseen = (unseen: Part) => `${unseen} avec des changements que vous n’avez pas vus`
export const scheduleWithin = (hours: Part) => `, aux heures ${hours}`
export const changeIgnored = (lines: number) =>
  lines === 1
    ? 'Ignorée : une ligne qui change à chaque visite.'
    : `Ignorées : ${lines} lignes qui changent à chaque visite.`
