import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `Plan mit ${steps}`
export const stepSearch = (query: Part) => `Nach ${query} suchen`
export const stepMap = (url: Part) => `Adressen von ${url} auflisten`
export const stepScrape = (url: Part) => `${url} lesen`
export const stepNote = (records: Part) => `${records} notieren`
export const stepDelegate = (tasks: Part) => `${tasks} an Leser geben`
export const stepReport = 'Bericht'
export const stepFinish = 'Mit dem Ergebnis abschließen'
export const stepCancelling = 'Abbruch wurde verlangt'
export const endingRefused = 'Vom Sprachmodell abgelehnt'
export const endingCreditLimit = 'Durch die Credit-Grenze beendet'
export const timelineTitle = 'Verlauf'
export const timelineWorking = 'arbeitet'
export const timelineSeconds = (seconds: Part) => `dauerte ${seconds} s`
export const timelineDuration = (seconds: Part) => `dauerte ${seconds}`
export const timelineShowText = (url: Part) => `Text von ${url}`
export const timelineRaw = 'Eingabe und Ergebnis'
export const sourcesTitle = 'Quellen'
export const sourcesEmpty = 'Noch wurde keine Seite gelesen.'
export const badgeCreditLimit = 'durch die Credit-Grenze beendet'
export const headerContinue = 'Weiterfragen'
export const headerFree = 'nichts berechnet'
export const headerMaximum = (maxCredits: Part) => ` von höchstens ${maxCredits}`
export const resultPartialTitle = 'Teilergebnis'
export const resultPartial = 'Der Lauf endete, bevor er vollständig war. Das hatte er gefunden'
export const resultMisfit = '; es passt nicht zum Schema'
export const snapshotTitle = 'Seite, wie sie gelesen wurde'
export const snapshotEmpty = 'Die Seite hat keinen Text'
