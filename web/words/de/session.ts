import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = 'Ein Teil der Aufzeichnung ist nicht mehr verfügbar.'
export const recordingBroken = 'Die Aufzeichnung kann nicht abgespielt werden.'
export const recordingEmptyTitle = 'Keine Aufzeichnung'
export const recordingEmptyText = (failure: Part) =>
  `${failure} Aufzeichnungen werden einen Tag aufbewahrt.`
export const recordingTitle = 'Aufzeichnung'
export const recordingBlankPage = 'Leere Seite'
export const recordingUnsupported =
  'Dieser Browser kann H.264 nicht mit Media Source Extensions abspielen.'
export const recordingVideo = 'Aufzeichnung der Seite'
export const languagePrompt = 'Auftrag in Worten'
export const promptExample = 'Öffne example.com und sage mir, wohin der Link führt.'
export const promptHint = `Die Sitzung kostet dann ${prices.promptedBrowserMinute} Credits je Minute.`
export const runLabel = 'Programme und Aufträge'
export const programLabel = 'Programm'
export const programHint = 'Läuft in einer abgeschlossenen Umgebung neben dem Browser.'
export const outcomeOutput = 'Ausgabe'
export const outcomeErrors = 'Fehler'
export const outcomeExitCode = (exitCode: Part) => `fehlgeschlagen mit ${exitCode}`
export const headerEnding = 'Wird beendet'
export const headerEnd = 'Sitzung beenden'
export const headerLeft = (expiresAt: Part) => `noch ${expiresAt}`
export const headerDuration = (sessionDurationMs: Part) => `lief ${sessionDurationMs}`
export const viewTitle = 'Live-Ansicht'
export const viewRelease = 'Steuerung zurückgeben'
export const viewControl = 'Steuerung übernehmen'
export const viewOpen = 'Live-Ansicht in einem Fenster öffnen'
export const viewEmptyTitle = 'Diese Sitzung hat keine Live-Ansicht'
export const viewEmptyText = 'Sie wurde mit streamWebView: false erstellt.'
export const viewFrame = 'Der Browser der Sitzung'
