import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = 'Nichts wird geprüft.'
export const offCost = 'Kostenlos.'
export const manualMeaning = 'Die Listen des Teams entscheiden.'
export const normalMeaning =
  'Zuerst entscheiden die Listen, dann die Klassifizierer dieses Dienstes.'
export const normalCost = `${prices.threatScan} Credits für jede URL, die ein Klassifizierer beurteilt, auch wenn sie gesperrt wird; Entscheidungen der Listen sind frei.`
export const policyTitle = 'Regeln'
export const policyViewer = 'Die Administration des Teams kann sie ändern.'
export const policyChanged = (updatedAt: Part) => `Geändert ${updatedAt}.`
export const policyChangedBy = (name: Part, updatedAt: Part) =>
  `Geändert von ${name}, ${updatedAt}.`
export const policyDiscard = 'Meine Änderungen verwerfen und die gespeicherten Regeln laden'
export const blockedTitle = 'In den letzten 24 Stunden gesperrt'
export const blockedEmpty = 'Nichts wurde gesperrt.'
export const tldsHint =
  'Die Eingabetaste fügt eine hinzu, etwa zip; eine Liste kann eingefügt werden.'
export const tldsInvalid = (text: Part) => `${text} ist keine Top-Level-Domain.`
export const tldsLabel = 'Gesperrte Top-Level-Domains'
export const modeLabel = 'Modus'
export const modeEnforced = ' Der Betreiber hat den Schutz vor Bedrohungen erzwungen.'
export const classifiersLabel = 'Klassifizierer: '
export const classifiersNone = 'keine sind eingerichtet'
export const scoreLabel = 'Punktzahl, ab der gesperrt wird'
export const scoreStrict = 'sperrt alles, was nicht als sicher bekannt ist'
export const scoreMedium = 'sperrt wahrscheinliche Bedrohungen'
export const scoreLenient = 'sperrt nur bekannte Bedrohungen'
export const scoreText = (score: Part, meaning: Part) => `${score}: ${meaning}`
export const outageLabel = 'Wenn ein Klassifizierer ausfällt'
export const outageBlock = 'sperren'
export const outageAllow = 'erlauben'
export const outageBlockHint =
  'Solange ein Klassifizierer nicht antwortet, werden seine URLs abgelehnt: Aufträge können scheitern.'
export const outageAllowHint =
  'Solange ein Klassifizierer nicht antwortet, werden seine URLs ungeprüft abgerufen.'
export const overrideLabel = 'Anfragen dürfen die Regeln außer Kraft setzen'
export const deniedLabel = 'Gesperrte Domains'
export const deniedHint = 'Eine je Zeile: example.com, oder *.example.com für die Subdomains.'
export const allowedLabel = 'Erlaubte Domains'
export const allowedHint = 'Erlaubt, was auch immer die anderen Regeln sagen.'
export const trialTitle = 'Eine URL ausprobieren'
export const trialHint =
  'Die gespeicherten Regeln entscheiden. Nichts wird abgerufen oder berechnet.'
export const trialAllowed = 'Erlaubt.'
export const trialBlocked = 'Gesperrt.'
export const trialUndecided = 'Keine Regel hat entschieden.'
export const trialRule = (rule: Part) => `Regel: ${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `, durch ${provider}${categories === '' ? '' : ` (${categories})`}`
export const listsCount = (number: Part, most: Part) => `${number} von höchstens ${most} Einträgen.`
export const listsInvalid = (line: Part, text: Part) => `Zeile ${line}: ${text} ist ungültig.`
