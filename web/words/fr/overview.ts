import type { Part } from '../part.ts'

export const operationsTitle = 'Opérations'
export const operationsPeriod = 'au cours des 30 derniers jours'
export const operationsTrend = (change: Part, change2: Part) =>
  `${change}${change2} % par rapport aux 30 jours précédents`
export const creditsTitle = 'Crédits restants'
export const creditsUsed = 'Crédits utilisés'
export const creditsUnlimited = 'dans cette période ; illimité'
export const creditsPlan = (planCredits: Part) => `sur ${planCredits}`
export const queueTitle = 'File d’attente'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} en attente`
export const successTitle = 'Réussies'
export const successEmpty = 'aucune requête en 24 heures'
export const successFailed = (failed: Part) => `${failed} en échec en 24 heures`
export const recentTitle = 'Dernières requêtes'
export const recentEmpty = 'Aucune requête dans les 7 derniers jours.'
export const runningTitle = 'En cours'
export const runningEmpty = 'Aucun crawl ni lot n’est en cours.'
export const usageTitle = 'Utilisation par jour'
export const usageChart = (measure: Part, by: Part) => `${measure} par jour, ${by}`
export const stepsScrape = 'Lire une page'
export const stepsMap = 'Cartographier un site'
export const stepsCrawl = 'Crawler un site'
export const stepsTitle = 'Premiers pas'
export const stepsBefore = 'Ouvrez le '
export const stepsLink = 'bac à sable'
export const stepsAfter =
  ' et appuyez sur Exécuter, ou collez l’une de ces commandes dans un terminal.'
export const healthTitle = 'Santé'
export const changesTitle = 'Modifiées à la dernière vérification'
export const changesNoMonitors = 'Aucune page n’est surveillée.'
export const changesEmpty = 'Aucune page surveillée n’a changé.'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `${changed} modifiées, ${last} nouvelles, ${removed} retirées`
export const usageByKind = 'par opération'
export const usageByKey = 'par clé d’API'
export const usageByHost = 'par site'
export const usageBy = 'Critère de comptage'
export const usageMeasure = 'Ce qui est compté'
export const usageNoKey = 'Personnes, dans la console'
export const usageNoHost = 'Sans site, ou non conservé'
export const usageHostsNone = 'Aucune requête n’est conservée.'
export const usageHosts = (since: Part) =>
  `Des requêtes conservées, qui remontent à ${since}. Un travail compte pour une requête de sa page de départ, sans le coût de ses pages.`
