import type { Part } from '../part.ts'

export const typesStock = 'Stock'
export const conditionsBelow = 'falls below'
export const conditionsAbove = 'rises above'
export const conditionsPercent = 'changes by percent'
export const conditionsBy = 'changes by'
export const conditionsChanges = 'changes'
export const conditionsAppears = 'appears'
export const conditionsDisappears = 'disappears'
export const conditionsIn = 'is back'
export const conditionsOut = 'runs out'
export const partTitle = 'Only a part of the page'
export const includeLabel = 'Watch only'
export const includeHint = 'CSS selectors, XPath, or JSON paths such as $.price. One per line.'
export const ignoreLabel = 'Ignore lines with'
export const ignoreHint = 'A text, or a pattern between slashes: /\\d+ people/. One per line.'
export const rulesTitle = 'Tell me when'
export const rulesHint =
  'Without a rule you are told of every change. With several, any one tells you.'
export const rulesAdd = 'Add a rule'
export const rulesType = (rule: Part) => `Kind of rule ${rule}`
export const rulesWhen = (rule: Part) => `Condition of rule ${rule}`
export const rulesValue = (rule: Part) => `Value of rule ${rule}`
export const rulesText = (rule: Part) => `Text of rule ${rule}`
export const rulesAfter = (rule: Part) => `Text before the number of rule ${rule}`
export const rulesAfterPlaceholder = 'after this text'
export const rulesTextPlaceholder = 'Sold out'
export const rulesRemove = (rule: Part) => `Remove rule ${rule}`
export const watchedTitle = 'What would be watched'
export const watchedIgnored = 'Ignored'
export const watchedEmpty = 'Nothing: the selectors choose no text of this page.'
export const watchedNow = (name: Part, value: Part) => `${name} is now ${value}`
export const watchedUnknown = (name: Part) => `No ${name} was found.`
export const watchedYes = 'there'
export const watchedNo = 'not there'
export const resultsLabel = 'Rules'
export const resultsMet = 'met'
export const resultsNotMet = 'not met'
export const resultsNow = (found: Part, before: Part) => `now ${found}, before ${before}`
export const resultsFirst = (found: Part) => `now ${found}`
