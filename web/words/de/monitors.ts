import type { Part } from '../part.ts'

export const screenshotsExpired =
  'Dieses Bildschirmfoto ist nicht mehr gespeichert. Die von geänderten Seiten werden so lange wie ihre Prüfungen gespeichert, andere 24 Stunden.'
export const screenshotsLabel = 'Darstellung der Bildschirmfotos'
export const screenshotsSlider = 'Schieber'
export const screenshotsDifference = 'Unterschied'
export const screenshotsDifferenceAlt =
  'Was sich zwischen den Bildschirmfotos unterscheidet, ist hell'
export const screenshotsAltAfter = 'Die Seite in dieser Prüfung'
export const screenshotsBefore = 'vorher'
export const screenshotsBorder = 'Grenze zwischen den Bildschirmfotos'
export const screenshotsShare = (share: Part) => `${share} Prozent des früheren Bildschirmfotos`
export const screenshotsAfter = 'nachher'
export const screenshotsAltBefore = 'Die Seite in der Prüfung davor'
export const diffTitle = 'Was sich geändert hat'
export const diffLineBefore = 'Zeile vorher'
export const diffLineAfter = 'Zeile nachher'
export const diffAfter = 'Nachher'
export const diffRemoved = 'entfernt: '
export const diffAdded = 'hinzugefügt: '
export const scheduleMinutes = (minutes: Part, on: Part) => `alle ${minutes} Minuten${on}`
export const scheduleHourly = (minute: Part, on: Part) => `stündlich um :${minute}${on}`
export const scheduleHours = (hours: Part, on: Part) => `alle ${hours} Stunden${on}`
export const scheduleDaily = (time: Part) => `täglich um ${time}`
export const scheduleTime = (time: Part, on: Part) => `um ${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `am Tag ${days} des Monats um ${time}`
export const scheduleDays = (range: Part, days: Part) => `${range} bis ${days}`
export const checkPages = 'Seiten dieser Prüfung'
export const checkUnread = 'Als ungelesen markieren'
export const checkRead = 'Als gelesen markieren'
export const checkRunning = 'Die Prüfung läuft'
export const checkEmpty = 'Keine Seite wurde gelesen'
export const changeLabel = 'Änderung'
export const changeSame = 'Nichts hat sich geändert.'
export const changeNew = 'Diese Seite ist neu.'
export const changeRemoved = 'Diese Seite ist weg.'
export const changeError = 'Diese Seite konnte nicht gelesen werden.'
export const changeChanged = 'Diese Seite hat sich geändert.'
export const changeMeaningful = 'Wesentliche Änderung'
export const changeMinor = 'Kleine Änderung'
export const viewUnified = 'Eine Spalte'
export const viewPrevious = 'Vorige Änderung'
export const viewNext = 'Nächste Änderung'
export const viewText = 'Text beider Fassungen'
export const compareOpen = 'Fassungen vergleichen'
export const compareClose = 'Zurück zur Prüfung'
export const compareLabel = 'Zwei Fassungen vergleichen'
export const compareFrom = 'Frühere Fassung'
export const compareTo = 'Spätere Fassung'
export const compareSwap = 'Fassungen tauschen'
export const compareSame = 'Diese Fassungen gelten als gleich.'
export const compareFirst = 'erste'
export const pauseMenu = 'Anhalten bis'
export const pauseResumed = 'Bis ich ihn fortsetze'
export const pauseHour = 'Für eine Stunde'
export const pauseTomorrow = 'Bis morgen, 8:00'
export const pauseMonday = 'Bis Montag, 8:00'
export const pauseTime = 'Bis zu einem Tag und einer Uhrzeit'
export const pauseSubmit = 'Bis dahin anhalten'
export const pauseForever = 'angehalten'
export const pauseUntil = (time: Part) => `angehalten bis ${time}`
export const filterLabel = 'Monitore filtern'
export const filterText = 'Monitor suchen'
export const filterUnread = 'Ungelesen'
export const filterTag = (tag: Part, monitors: Part) => `Schlagwort ${tag}: ${monitors}`
export const filterEmpty = 'Kein Monitor passt. Wählen Sie weniger Filter.'
export const selectionTag = 'Schlagwort'
export const selectionTagAdd = 'Schlagwort hinzufügen'
export const selectionTagRemove = 'Schlagwort wegnehmen'
export const selectionLabel = 'Ausgewählte Monitore'
export const selectionNone = 'Keine auswählen'
export const selectionAll = 'Alle auswählen'
export const actionsPause = 'Anhalten'
export const actionsResume = 'Fortsetzen'
export const deletionConfirm = 'Jetzt löschen'
export const deletionButton = 'Löschen'
export const emptyTitle = 'Noch keine Prüfung'
export const emptyText = 'Die erste Prüfung liest die Seiten. Spätere Prüfungen vergleichen damit.'
export const headerNext = (nextRunAt: Part) => `nächste ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) =>
  `etwa ${estimatedCreditsPerMonth} im Monat`
export const headerEdit = 'Bearbeiten'
export const headerCheck = 'Jetzt prüfen'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}: ${chosen}, ${changed} geändert`
export const stripLabel = 'Prüfungen'
export const stripOlder = 'Ältere Prüfungen zeigen'
export const stripSlider = 'Prüfung'
export const stripSame = 'gleich'
export const stripLatest = 'neueste'
export const listSelect = 'Auswählen'
export const listEmptyTitle = 'Keine Monitore'
export const listEmptyText =
  'Ein Monitor liest Seiten nach einem Zeitplan und zeigt, was sich geändert hat. Erstellen Sie einen mit Neuer Monitor.'
export const listSelectOne = (name: Part) => `${name} auswählen`
export const listUnseen = (unseen: Part) => `${unseen} mit Änderungen, die Sie nicht gesehen haben`
export const scheduleWithin = (hours: Part) => `, in den Stunden ${hours}`
export const changeIgnored = (lines: number) =>
  lines === 1
    ? 'Nicht beachtet: eine Zeile, die sich bei jedem Besuch ändert.'
    : `Nicht beachtet: ${lines} Zeilen, die sich bei jedem Besuch ändern.`
