import type { Part } from '../part.ts'

export const targetsInvalid = 'Die Ziele müssen eine JSON-Liste sein.'
export const targetsMore = (shown: Part, names: Part) => `${shown} und ${names} weitere`
export const targetsLabel = 'Ziele'
export const targetsHint = 'Eines je Zeile.'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const scheduleLabel = 'Zeitplan'
export const schedulePreview = 'Nächste Läufe: '
export const editTitle = 'Monitor ändern'
export const createSubmit = 'Erstellen und jetzt prüfen'
export const tagsLabel = 'Schlagwörter'
export const tagsPlaceholder = 'Preise, Mitbewerber'
export const goalPlaceholder = 'Melden, wenn sich ein Preis ändert'
export const goalSearchHint = 'Neue Ergebnisse werden danach beurteilt.'
export const goalHint = 'Freiwillig. Mit einem Sprachmodell werden Änderungen danach beurteilt.'
export const moreTitle = 'Benachrichtigung und Aufbewahrung'
export const emailsLabel = 'E-Mail-Adressen'
export const emailsHint = 'Eine je Zeile. Sie müssen zuerst bestätigen.'
export const webhookLabel = 'Webhook'
export const retentionLabel = 'Tage, die Prüfungen aufbewahrt werden'
export const kindScrape = 'Nur diese Seiten'
export const kindCrawl = 'Die Websites, die hier beginnen'
export const kindSearch = 'Neue Ergebnisse von Suchen'
export const kindJson = 'Mehrere Arten, als JSON'
export const kindLabel = 'Was geprüft wird'
export const searchesPlaceholder = 'Wehr in einem Fluss'
export const searchesAge = 'Nicht älter als'
export const searchesResults = 'Ergebnisse je Suche'
export const crawlUnit = 'Seiten'
export const screenshotsLabel = 'Auch Bildschirmfotos vergleichen'
export const trialHint = 'Liest jetzt bis zu drei davon, zum Preis jeder Anfrage.'
export const trialMinimum = 'mindestens '
export const trialStatus = (statusCode: Part) => `Die Website antwortet mit Status ${statusCode}.`
export const optionsPages = 'Optionen der Seiten: Header, Profil, Ort und mehr'
export const optionsSite = 'Optionen des Crawls: Pfade, Tiefe, Sitemap und mehr'
export const startLeft = (names: Part) =>
  `Diese Optionen der Anfrage hat ein Monitor nicht: ${names}.`
export const gridTitle = 'Tage und Stunden'
export const gridLabel = 'Tage und Stunden des Zeitplans'
export const gridOther =
  'Dieser Zeitplan hat Teile, die das Raster nicht zeigt. Eine Wahl hier ersetzt ihn.'
export const gridFrequency = 'Wie oft in jeder Stunde'
export const gridOnce = 'einmal je Stunde'
export const gridAllHours = 'Alle Stunden'
export const gridWorkingHours = '8 bis 18'
export const gridWorkingDays = 'Montag bis Freitag'
export const gridEvery = (minutes: Part) => `alle ${minutes} Minuten`
export const gridHour = (hour: Part) => `Ab ${hour}`
