import type { Part } from '../part.ts'

export const operationsTitle = 'Operationen'
export const operationsPeriod = 'in den letzten 30 Tagen'
export const operationsTrend = (change: Part, change2: Part) =>
  `${change}${change2} % gegenüber den 30 Tagen davor`
export const creditsTitle = 'Verbleibende Credits'
export const creditsUsed = 'Verbrauchte Credits'
export const creditsUnlimited = 'in diesem Zeitraum; unbegrenzt'
export const creditsPlan = (planCredits: Part) => `von ${planCredits}`
export const queueTitle = 'Warteschlange'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} warten`
export const successTitle = 'Erfolgreich'
export const successEmpty = 'keine Anfrage in 24 Stunden'
export const successFailed = (failed: Part) => `${failed} fehlgeschlagen in 24 Stunden`
export const recentTitle = 'Letzte Anfragen'
export const recentEmpty = 'Keine Anfrage in den letzten 7 Tagen.'
export const runningTitle = 'Läuft gerade'
export const runningEmpty = 'Kein Crawl und kein Stapel läuft.'
export const usageTitle = 'Nutzung pro Tag'
export const usageChart = (measure: Part, by: Part) => `${measure} pro Tag, ${by}`
export const stepsScrape = 'Eine Seite lesen'
export const stepsMap = 'Eine Website kartieren'
export const stepsCrawl = 'Eine Website crawlen'
export const stepsTitle = 'Erste Schritte'
export const stepsBefore = 'Öffnen Sie den '
export const stepsLink = 'Spielplatz'
export const stepsAfter =
  ' und drücken Sie Ausführen, oder fügen Sie eines davon in ein Terminal ein.'
export const healthTitle = 'Zustand'
export const changesTitle = 'In der letzten Prüfung geändert'
export const changesNoMonitors = 'Keine Seite wird beobachtet.'
export const changesEmpty = 'Keine beobachtete Seite hat sich geändert.'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `${changed} geändert, ${last} neu, ${removed} entfernt`
export const usageByKind = 'nach Operation'
export const usageByKey = 'nach API-Schlüssel'
export const usageByHost = 'nach Website'
export const usageBy = 'Wonach gezählt wird'
export const usageMeasure = 'Was gezählt wird'
export const usageNoKey = 'Menschen, in der Konsole'
export const usageNoHost = 'Keine Website, oder nicht aufbewahrt'
export const usageHostsNone = 'Es ist keine Anfrage aufbewahrt.'
export const usageHosts = (since: Part) =>
  `Von den aufbewahrten Anfragen, die bis ${since} zurückreichen. Ein Job zählt als eine Anfrage seiner Startseite, ohne was seine Seiten kosten.`
