import type { Part } from '../part.ts'

export const languageLabel = 'Sprache der Konsole'
export const languageHint =
  'In diesem Browser. Was der Dienst selbst schreibt, etwa Fehler, ist auf Englisch.'
export const passwordTitle = 'Ihr Passwort'
export const passwordChanged = 'Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.'
export const passwordCurrent = 'Jetziges Passwort'
export const passwordNew = 'Neues Passwort'
export const passwordSubmit = 'Passwort ändern'
export const sessionsTitle = 'Wo Sie angemeldet sind'
export const sessionsAddress = (address: Part) => ` von ${address}`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `angemeldet ${createdAt}, zuletzt benutzt ${seenAt}`
export const sessionsCurrent = 'dieser Browser'
export const sessionsEnd = 'Beenden'
export const sessionsAll = 'Überall sonst abmelden'
export const sessionsBrowser = (name: Part, system: Part) => `${name} unter ${system}`
export const serviceTitle = 'Dienst'
export const serviceLead = 'Aus der Umgebung gelesen, wenn der Dienst startet.'
export const serviceFind = 'Einstellung suchen'
export const addressesTitle = 'Erlaubte Adressen'
export const addressesLabel = 'Adressen und Bereiche'
export const addressesHint = (ownAddress: Part) =>
  `Eine je Zeile; leer erlaubt alle. Schlüssel und Sitzungen von anderen Adressen werden abgelehnt. Ihre Adresse ist ${ownAddress}.`
export const retentionOff = 'Anfragen können nicht verlangen, dass keine Daten aufbewahrt werden.'
export const retentionAllowed = 'Anfragen dürfen verlangen, dass keine Daten aufbewahrt werden.'
export const retentionForced = 'Von keiner Anfrage wird etwas in lesbarer Form aufbewahrt.'
export const retentionLabel = 'Keine Datenaufbewahrung'
export const personName = 'Name, den andere sehen'
export const renamingSubmit = 'Umbenennen'
export const teamPlan = 'Tarif'
export const resultDaysLabel = 'Tage, die Ergebnisse aufbewahrt werden'
export const resultDaysHint =
  'Von neuen Crawls und Stapeln. Ein einzelner Auftrag kann auf seiner Seite länger aufbewahrt werden.'
export const safeModeLabel = 'Sicherer Modus'
export const safeModeHint =
  'Das Team liest nur öffentliche Seiten: keine Browsersitzungen, Profile, Zugangsdaten, Eingaben in Seiten, erweiterten Proxys und kein Crawlen gegen robots.txt.'
export const deletionTitle = 'Team löschen'
export const deletionText =
  'Beendet sofort seine Schlüssel, Aufträge, Monitore, Browsersitzungen und Agentenläufe. Gespeicherte Ergebnisse werden gelöscht, wenn ihre Frist abgelaufen ist. Das lässt sich nicht rückgängig machen.'
export const deletionHint = (name: Part) => `Geben Sie zur Bestätigung ${name} ein.`
export const trialsModel = 'Sprachmodell'
export const trialsSearch = 'Suchanbieter'
export const trialsTitle = 'Verbindungen ausprobieren'
export const trialsButton = (title: Part) => `${title} ausprobieren`
