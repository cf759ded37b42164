import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const nothingIsChecked = 'Nothing is checked.'
export const theListsOfThe = 'The lists of the team decide.'
export const theListsDecideFirst = 'The lists decide first, then the classifiers of this service.'
export const free = 'Free.'
export const costOfNormal = `${prices.threatScan} credits for each URL that a classifier judges, also when it is blocked; decisions of lists are free.`
export const policy = 'Policy'
export const save = 'Save'
export const anAdminOfThe = 'An admin of the team can change it.'
export const changed = (updatedAt: Part) => `Changed ${updatedAt}.`
export const changedBy = (name: Part, updatedAt: Part) => `Changed by ${name}, ${updatedAt}.`
export const loadTheStoredPolicy = 'Discard my changes and load the stored policy'
export const blockedInADay = 'Blocked in the last 24 hours'
export const nothingWasBlocked = 'Nothing was blocked.'
export const remove = (name: Part) => `Remove ${name}`
export const enterAddsOne = 'Enter adds one, such as zip; a list can be pasted.'
export const notATld = (text: Part) => `${text} is not a top-level domain.`
export const mode = 'Mode'
export const classifiers = 'Classifiers: '
export const noneAreConfigured = 'none are configured'
export const theOperatorHasEnforced = ' The operator has enforced threat protection.'
export const scoreThatBlocks = 'Score that blocks'
export const whenAClassifierFails = 'When a classifier fails'
export const block = 'block'
export const allow = 'allow'
export const requestsMayOverrideThe = 'Requests may override the policy'
export const blockedDomains = 'Blocked domains'
export const onePerLineExample = 'One per line: example.com, or *.example.com for its subdomains.'
export const allowedDomains = 'Allowed domains'
export const allowedWhateverTheOther = 'Allowed whatever the other rules say.'
export const blockedTopLevelDomains = 'Blocked top-level domains'
export const tryAUrl = 'Try a URL'
export const url = 'URL'
export const nothingIsFetched = 'The stored policy decides. Nothing is fetched or charged.'
export const tryIt = 'Try it'
export const allowed = 'Allowed.'
export const blocked = 'Blocked.'
export const noRuleDecided = 'No rule decided.'
export const decidedBy = (rule: Part) => `Rule: ${rule}`
export const verdictOf = (provider: Part, categories: Part) =>
  `, by ${provider}${categories === '' ? '' : ` (${categories})`}`
export const blocksAllDoubt = 'blocks whatever is not known to be safe'
export const blocksLikely = 'blocks likely threats'
export const blocksKnown = 'blocks only known threats'
export const scoreText = (score: Part, meaning: Part) => `${score}: ${meaning}`
export const entriesOf = (number: Part, most: Part) => `${number} of at most ${most} entries.`
export const notADomain = (line: Part, text: Part) => `Line ${line}: ${text} is not valid.`
export const closedMeans =
  'While a classifier does not answer, its URLs are refused: jobs may fail.'
export const openMeans = 'While a classifier does not answer, its URLs are fetched unchecked.'
export const exampleOfATld = 'zip'
