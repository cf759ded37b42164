import type { Step } from './page-picture.tsx'
import * as words from '../words/en/monitor-rules.ts'
import * as terms from '../words/en/terms.ts'

/** What must have happened to a page for it to be reported, as the API has it. */
export interface Rule {
  readonly type: 'text' | 'number' | 'price' | 'stock'
  readonly when: string
  readonly value?: number
  readonly text?: string
  readonly after?: string
}

/** What of the pages of a target is watched. Lists are texts with one entry per line. */
export interface WatchFields {
  readonly include: string
  readonly exclude: string
  readonly ignoreText: string
  readonly rules: readonly Rule[]
  /** What is done before a page is read. */
  readonly actions: readonly Step[]
}

export const noWatch: WatchFields = {
  include: '',
  exclude: '',
  ignoreText: '',
  rules: [],
  actions: [],
}

export const typeNames: Readonly<Record<Rule['type'], string>> = {
  price: terms.thingPrice,
  number: terms.thingNumber,
  text: terms.thingText,
  stock: words.typesStock,
}

const numberConditions = {
  below: words.conditionsBelow,
  above: words.conditionsAbove,
  changesByPercent: words.conditionsPercent,
  changesBy: words.conditionsBy,
  changes: words.conditionsChanges,
}

export const conditions: Readonly<Record<Rule['type'], Readonly<Record<string, string>>>> = {
  price: numberConditions,
  number: numberConditions,
  text: { appears: words.conditionsAppears, disappears: words.conditionsDisappears },
  stock: {
    in: words.conditionsIn,
    out: words.conditionsOut,
    changes: words.conditionsChanges,
  },
}

export const makeRule = (type: Rule['type']): Rule => ({
  type,
  when: Object.keys(conditions[type])[0] ?? '',
  ...(type === 'text' && { text: '' }),
})

const isNumeric = ({ type }: Rule) => type === 'price' || type === 'number'
export const needsValue = (rule: Rule) => isNumeric(rule) && rule.when !== 'changes'

/** The rule as it is sent: without members that its condition has no use for. */
export const trimRule = ({ type, when, value, text, after }: Rule): Rule => ({
  type,
  when,
  ...(type === 'text' && { text: text ?? '' }),
  ...(needsValue({ type, when }) && value !== undefined && { value }),
  ...(type === 'number' && after && { after }),
})

/** A rule in words: `price below 40`. */
export function ruleText({ type, when, value, text = '', after = '' }: Rule): string {
  const name = typeNames[type].toLowerCase()
  const condition = conditions[type][when] ?? when
  const unit = when === 'changesByPercent' ? ' %' : ''
  const end = type === 'text' ? ` “${text}”` : value === undefined ? '' : ` ${value}${unit}`
  return `${name}${after && ` (${after})`} ${condition}${end}`
}
