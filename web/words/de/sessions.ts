import { prices } from '../../../src/credits/prices.ts'
export const pageLead =
  'Ein Browser, der offen bleibt: für Programme, für ein Sprachmodell und für Sie.'
export const formTitle = 'Neue Sitzung'
export const formRecord = 'Seiten aufzeichnen'
export const formBusy = 'Startet'
export const listTitle = 'Sitzungen'
export const emptyTitle = 'Keine Sitzung in den letzten 24 Stunden'
export const emptyText = `Eine Sitzung kostet ${prices.browserMinute} Credits je Minute, oder ${prices.promptedBrowserMinute}, sobald ein Sprachmodell sie benutzt hat.`
export const columnsSession = 'Sitzung'
export const columnsEnds = 'Endet'
export const minutesLabel = 'Minuten'
export const minutesHint =
  'Sie endet von selbst nach dieser Zeit. Ihre Credits sind bis dahin vorgemerkt.'
export const profileLabel = 'Profil'
export const profileHint = 'Freiwillig. Startet mit den Cookies und dem Speicher dieses Namens.'
export const profileSave = 'Profil speichern, wenn die Sitzung endet'
export const stateDestroyed = 'beendet'
