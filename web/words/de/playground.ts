import type { Part } from '../part.ts'

export const operationScrape = 'Lesen'
export const operationCrawl = 'Crawl'
export const operationMap = 'Karte'
export const operationSearch = 'Suche'
export const operationParse = 'Umwandeln'
export const operationBatch = 'Stapel'
export const operationExtract = 'Auszug'
export const operationOther = 'Andere'
export const operationOthers = 'Andere Operationen'
export const historyUnavailable = 'Der Browser bewahrt für diese Seite keine Daten auf.'
export const historyTitle = 'Verlauf'
export const historyEmpty = 'Noch keine Anfrage.'
export const historyClear = 'Verlauf löschen'
export const estimateFree = 'Kostet nichts'
export const estimateMaximum = (credits: Part) => `Kostet höchstens ${credits}`
export const estimateScrape = (credits: Part) =>
  `Kostet ${credits}; eine PDF so viele, wie sie Seiten hat`
export const groupContent = 'Inhalt'
export const groupBrowser = 'Browser'
export const groupSafety = 'Sicherheit'
export const groupOptions = 'Optionen'
export const optionsEmpty = 'Diese Operation hat keine Optionen.'
export const optionsFind = 'Option suchen'
export const optionsPlaceholder = (shownFields: Part) => `Option suchen (${shownFields})`
export const formatsLabel = 'Formate'
export const jsonNotObject = 'Das muss ein JSON-Objekt sein.'
export const jsonInvalid = 'Das ist kein gültiges JSON.'
export const jsonLabel = 'Anfrage als JSON'
export const formUnavailable = 'Dieser Dienst bietet keine Operation an.'
export const runViewer = 'Wer nur lesen darf, kann keine Operationen ausführen.'
export const fileHint = 'Eine Datei von höchstens 50 MB.'
export const fieldRequired = 'Pflicht'
export const fieldReset = (name: Part) => `${name} zurücksetzen`
export const fieldLines = 'eines je Zeile'
export const operationMore = 'Mehr Operationen'
export const groupsJobs = 'Aufträge mit Seiten'
export const groupsAgent = 'Agent und Auszüge'
export const groupsWebhooks = 'Webhook-Zustellungen'
export const groupsTeam = 'Team und Verbrauch'
export const groupsBrowser = 'Browsersitzungen und Profile'
export const groupsHelp = 'Hilfe und Rückmeldung'
export const exampleTitle = 'Probieren Sie eines davon'
export const exampleShop = 'Daten einer Shopseite'
export const exampleShopText =
  'Name, Preis und Gewicht nach einem Schema, aus einer kleinen Seite, die zu Weir gehört. Geht ohne Internet und ohne Modell.'
export const exampleDocs = 'Die Dokumentation als Markdown'
export const exampleDocsText =
  'Die erste Seite der Dokumentation dieses Dienstes. Geht ohne Internet.'
export const exampleWeb = 'Eine Seite des Web'
export const exampleWebText = 'example.com als Markdown, mit seinen Links.'
export const emptyTitle = 'Was möchten Sie lesen?'
export const emptyText =
  'Füllen Sie das Formular aus und drücken Sie Ausführen, oder nehmen Sie ein Beispiel.'
export const formCopied = 'Link kopieren'
export const formChanged =
  'Das Formular hat sich seit diesem Ergebnis geändert. Führen Sie es noch einmal aus, um das neue zu sehen.'
export const formProblem = (problem: Part) => `Berichtigen Sie zuerst: ${problem}`
export const leadUrls = 'Eine Adresse je Zeile'
export const leadFile = 'Legen Sie hier eine Datei ab oder wählen Sie eine'
export const outcomeRunning = (target: Part) => `${target} wird gelesen`
export const outcomeSeconds = (seconds: Part) => `${seconds} s bisher`
export const outcomeCancelled = 'Sie haben diese Anfrage abgebrochen'
export const outcomeCancelledText = 'Was nicht gelesen wurde, wurde nicht berechnet.'
export const outcomeLost = 'Der Dienst hat nicht geantwortet'
export const outcomeRefused = 'Die Anfrage wurde abgelehnt'
export const outcomeFailed = 'Das konnte nicht gelesen werden'
export const outcomeTimeout = 'Das hat zu lange gedauert'
export const outcomeBusy = 'Zu viele Anfragen'
export const outcomeBroken = 'Der Dienst ist gescheitert'
export const outcomeAgain = 'Noch einmal versuchen'
export const outcomeActivity = 'In Aktivität ansehen'
export const savedTitle = 'Gespeicherte Anfragen'
export const savedEmpty = 'Das Team hat noch keine Anfrage gespeichert.'
export const savedDialog = 'Die Anfrage speichern'
export const savedName = 'Name der Anfrage'
export const savedHint =
  'Alle im Team können sie öffnen. Sie wird verschlüsselt gespeichert; ihre Header sehen nur Mitglieder.'
export const savedReplace = 'Unter demselben Namen ersetzt sie die gespeicherte.'
export const savedFile = 'Die Datei wird nicht mit gespeichert.'
export const savedPartial = 'Ihre Header und andere Zugangsdaten sehen nur Mitglieder.'
export const scheduleButton = 'Planen'
export const savedNotice = (name: Part) => `Gespeichert als ${name}.`
export const savedRename = (name: Part) => `${name} umbenennen`
export const savedDeleteNow = (name: Part) => `${name} jetzt löschen`
