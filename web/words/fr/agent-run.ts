import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `Plan de ${steps}`
export const stepSearch = (query: Part) => `Chercher ${query}`
export const stepMap = (url: Part) => `Lister les adresses de ${url}`
export const stepScrape = (url: Part) => `Lire ${url}`
export const stepNote = (records: Part) => `Noter ${records}`
export const stepDelegate = (tasks: Part) => `Confier ${tasks} à des lecteurs`
export const stepReport = 'Rapport'
export const stepFinish = 'Terminer avec le résultat'
export const stepCancelling = 'L’annulation a été demandée'
export const endingRefused = 'Refusée par le modèle de langage'
export const endingCreditLimit = 'Arrêtée par sa limite de crédits'
export const timelineTitle = 'Chronologie'
export const timelineWorking = 'en cours'
export const timelineSeconds = (seconds: Part) => `a pris ${seconds} s`
export const timelineDuration = (seconds: Part) => `a pris ${seconds}`
export const timelineShowText = (url: Part) => `Texte de ${url}`
export const timelineRaw = 'Entrée et résultat'
export const sourcesTitle = 'Sources'
export const sourcesEmpty = 'Aucune page n’a encore été lue.'
export const badgeCreditLimit = 'arrêtée par sa limite de crédits'
export const headerContinue = 'Demander plus'
export const headerFree = 'rien de facturé'
export const headerMaximum = (maxCredits: Part) => ` sur ${maxCredits} au plus`
export const resultPartialTitle = 'Résultat partiel'
export const resultPartial =
  'L’exécution s’est arrêtée avant d’être complète. Voici ce qu’elle avait trouvé'
export const resultMisfit = '; il ne correspond pas au schéma'
export const snapshotTitle = 'La page telle qu’elle a été lue'
export const snapshotEmpty = 'La page n’a pas de texte'
