import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = 'Nothing is checked.'
export const offCost = 'Free.'
export const manualMeaning = 'The lists of the team decide.'
export const normalMeaning = 'The lists decide first, then the classifiers of this service.'
export const normalCost = `${prices.threatScan} credits for each URL that a classifier judges, also when it is blocked; decisions of lists are free.`
export const policyTitle = 'Policy'
export const policyViewer = 'An admin of the team can change it.'
export const policyChanged = (updatedAt: Part) => `Changed ${updatedAt}.`
export const policyChangedBy = (name: Part, updatedAt: Part) => `Changed by ${name}, ${updatedAt}.`
export const policyDiscard = 'Discard my changes and load the stored policy'
export const blockedTitle = 'Blocked in the last 24 hours'
export const blockedEmpty = 'Nothing was blocked.'
export const tldsHint = 'Enter adds one, such as zip; a list can be pasted.'
export const tldsInvalid = (text: Part) => `${text} is not a top-level domain.`
export const tldsLabel = 'Blocked top-level domains'
export const modeLabel = 'Mode'
export const modeEnforced = ' The operator has enforced threat protection.'
export const classifiersLabel = 'Classifiers: '
export const classifiersNone = 'none are configured'
export const scoreLabel = 'Score that blocks'
export const scoreStrict = 'blocks whatever is not known to be safe'
export const scoreMedium = 'blocks likely threats'
export const scoreLenient = 'blocks only known threats'
export const scoreText = (score: Part, meaning: Part) => `${score}: ${meaning}`
export const outageLabel = 'When a classifier fails'
export const outageBlock = 'block'
export const outageAllow = 'allow'
export const outageBlockHint =
  'While a classifier does not answer, its URLs are refused: jobs may fail.'
export const outageAllowHint = 'While a classifier does not answer, its URLs are fetched unchecked.'
export const overrideLabel = 'Requests may override the policy'
export const deniedLabel = 'Blocked domains'
export const deniedHint = 'One per line: example.com, or *.example.com for its subdomains.'
export const allowedLabel = 'Allowed domains'
export const allowedHint = 'Allowed whatever the other rules say.'
export const trialTitle = 'Try a URL'
export const trialHint = 'The stored policy decides. Nothing is fetched or charged.'
export const trialAllowed = 'Allowed.'
export const trialBlocked = 'Blocked.'
export const trialUndecided = 'No rule decided.'
export const trialRule = (rule: Part) => `Rule: ${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `, by ${provider}${categories === '' ? '' : ` (${categories})`}`
export const listsCount = (number: Part, most: Part) => `${number} of at most ${most} entries.`
export const listsInvalid = (line: Part, text: Part) => `Line ${line}: ${text} is not valid.`
