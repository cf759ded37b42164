import type { Part } from '../part.ts'

export const typesStock = 'Bestand'
export const conditionsBelow = 'fällt unter'
export const conditionsAbove = 'steigt über'
export const conditionsPercent = 'ändert sich um Prozent'
export const conditionsBy = 'ändert sich um'
export const conditionsChanges = 'ändert sich'
export const conditionsAppears = 'erscheint'
export const conditionsDisappears = 'verschwindet'
export const conditionsIn = 'ist wieder da'
export const conditionsOut = 'ist ausverkauft'
export const partTitle = 'Nur ein Teil der Seite'
export const includeLabel = 'Nur beobachten'
export const includeHint = 'CSS-Selektoren, XPath oder JSON-Pfade wie $.price. Einer je Zeile.'
export const ignoreLabel = 'Zeilen übergehen mit'
export const ignoreHint =
  'Ein Text oder ein Muster zwischen Schrägstrichen: /\\d+ people/. Eines je Zeile.'
export const rulesTitle = 'Benachrichtigen, wenn'
export const rulesHint = 'Ohne Regel erfahren Sie jede Änderung. Bei mehreren genügt eine davon.'
export const rulesAdd = 'Regel hinzufügen'
export const rulesType = (rule: Part) => `Art von Regel ${rule}`
export const rulesWhen = (rule: Part) => `Bedingung von Regel ${rule}`
export const rulesValue = (rule: Part) => `Wert von Regel ${rule}`
export const rulesText = (rule: Part) => `Text von Regel ${rule}`
export const rulesAfter = (rule: Part) => `Text vor der Zahl von Regel ${rule}`
export const rulesAfterPlaceholder = 'nach diesem Text'
export const rulesTextPlaceholder = 'Ausverkauft'
export const rulesRemove = (rule: Part) => `Regel ${rule} entfernen`
export const watchedTitle = 'Was beobachtet würde'
export const watchedIgnored = 'Übergangen'
export const watchedEmpty = 'Nichts: die Selektoren wählen keinen Text dieser Seite.'
export const watchedNow = (name: Part, value: Part) => `${name} ist jetzt ${value}`
export const watchedUnknown = (name: Part) => `Kein ${name} wurde gefunden.`
export const watchedYes = 'da'
export const watchedNo = 'nicht da'
export const resultsLabel = 'Regeln'
export const resultsMet = 'erfüllt'
export const resultsNotMet = 'nicht erfüllt'
export const resultsNow = (found: Part, before: Part) => `jetzt ${found}, vorher ${before}`
export const resultsFirst = (found: Part) => `jetzt ${found}`
