import { z } from 'zod'
import { findPatternFault } from '#sites/path-patterns.ts'
import { readPattern } from './watched-text.ts'

const ignoredMax = 50
const rulesMax = 20
const textLengthMax = 256
/** Of all patterns of a target together. */
const patternsSizeMax = 2_048

const syntax =
  'Patterns use Rust regex (RE2-style) syntax. Look-around and back references are not supported.'
const tooLarge = `The patterns are too large together: at most ${patternsSizeMax} characters, where repetitions count as often as they repeat and a Unicode class as 32. Send fewer or shorter patterns.`
/** What no schema refuses. */
export const watchRefusals = [tooLarge, `Invalid pattern "…": …. ${syntax}`]

const TextOrPattern = z
  .string()
  .trim()
  .min(1)
  .max(textLengthMax)
  .superRefine((text, context) => {
    const pattern = readPattern(text)
    const fault = pattern === undefined ? undefined : findPatternFault(pattern).fault
    if (fault === undefined) return
    const message = `Invalid pattern "${text}": ${fault}. ${syntax}`
    context.addIssue({ code: 'custom', message })
  })
  .meta({
    description: 'A text, or a pattern between slashes; capitals and small letters count as equal.',
    pattern: String.raw`^\s*(?:[^/\s][\s\S]*|/[^/]*|/[\w -]+/i?\s*)$`,
  })

const numberConditions = ['changes', 'below', 'above', 'changesBy', 'changesByPercent'] as const
const when = z.enum(numberConditions).default('changes')
const valueMax = 2_147_483_647
const value = z
  .number()
  .min(-valueMax)
  .max(valueMax)
  .optional()
  .meta({ description: 'Needed unless the rule is `changes`.' })

const Rule = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text'),
      when: z.enum(['appears', 'disappears']).default('appears'),
      text: TextOrPattern,
    }),
    z.strictObject({
      type: z.literal('number'),
      when,
      value,
      after: z.string().trim().min(1).max(textLengthMax).optional().meta({
        description: 'The number is the first one behind this text; the first of all without it.',
      }),
    }),
    z.strictObject({ type: z.literal('price'), when, value }),
    z.strictObject({
      type: z.literal('stock'),
      when: z.enum(['changes', 'in', 'out']).default('in'),
    }),
  ])
  .superRefine((rule, context) => {
    if (rule.type === 'text' || rule.type === 'stock' || rule.when === 'changes') return
    const isChange = rule.when === 'changesBy' || rule.when === 'changesByPercent'
    const isMissing = rule.value === undefined || (isChange && rule.value <= 0)
    if (!isMissing) return
    const message = isChange
      ? `A rule "${rule.when}" needs a value above 0`
      : `A rule "${rule.when}" needs a value`
    context.addIssue({ code: 'custom', path: ['value'], message })
  })
  .meta({
    id: 'MonitorRule',
    description: 'What must have happened to a page for it to be reported.',
    anyOf: [
      { properties: { type: { enum: ['text', 'stock'] } } },
      { properties: { when: { const: 'changes' } } },
      { required: ['value'], properties: { value: {}, when: { enum: ['below', 'above'] } } },
      { required: ['value'], properties: { value: { exclusiveMinimum: 0 } } },
    ],
  })
export type Rule = z.output<typeof Rule>

/** What of a page matters, beside the selectors of its scrape options (docs/api/monitor.md). */
export const WatchSettings = z
  .strictObject({
    ignoreText: z
      .array(TextOrPattern)
      .max(ignoredMax)
      .default([])
      .meta({ description: 'Lines in which one of them is found are not compared.' }),
    rules: z.array(Rule).max(rulesMax).default([]).meta({
      description: 'Changes are reported when one of them is met. Without rules each change is.',
    }),
  })
  .superRefine(({ ignoreText, rules }, context) => {
    const texts = [
      ...ignoreText,
      ...rules.flatMap((rule) => (rule.type === 'text' ? rule.text : [])),
    ]
    const size = texts.reduce((sum, text) => {
      const pattern = readPattern(text)
      return sum + (pattern === undefined ? 0 : findPatternFault(pattern).size)
    }, 0)
    if (size <= patternsSizeMax) return
    context.addIssue({ code: 'custom', message: tooLarge })
  })
  .meta({
    id: 'MonitorWatch',
    description: 'What of a page is watched, and when a change is reported.',
  })
export type WatchSettings = z.output<typeof WatchSettings>

/** Whether the options of the page need the format `product`. */
export const needsProduct = ({ rules }: WatchSettings): boolean =>
  rules.some(({ type }) => type === 'price' || type === 'stock')
