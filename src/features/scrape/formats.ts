import { z } from 'zod'

const promptLengthMax = 10_000
const selectorsMax = 1_000
const selectorLengthMax = 1_024
const formatsMax = 100

const prompt = z
  .string()
  .max(promptLengthMax)
  .meta({ description: 'What to look for, in plain words.' })
const schema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'JSON Schema of the wanted result.' })

export const Viewport = z
  .strictObject({
    width: z.int().min(1).max(7_680).meta({ description: 'Pixels.' }),
    height: z.int().min(1).max(4_320).meta({ description: 'Pixels.' }),
  })
  .meta({ id: 'Viewport', description: 'Size of the browser window.' })

/** Unlike its siblings it takes keys it does not know (contract section 6). */
const Screenshot = z
  .object({
    type: z.literal('screenshot'),
    fullPage: z.boolean().default(false),
    quality: z.int().min(1).max(100).optional(),
    viewport: Viewport.optional(),
  })
  .meta({ id: 'ScreenshotFormat', description: 'Picture of the page.' })

const Json = z
  .strictObject({
    type: z.literal('json'),
    prompt: prompt.optional(),
    schema: schema.optional(),
    checkPromptInjection: z.boolean().optional(),
  })
  .meta({ id: 'JsonFormat', description: 'Data extracted by a language model.' })

const DeterministicJson = z
  .strictObject({
    type: z.literal('deterministicJson'),
    prompt: prompt.optional(),
    schema: schema.optional(),
  })
  .meta({ id: 'DeterministicJsonFormat', description: 'Data extracted by a generated script.' })

const ChangeTracking = z
  .strictObject({
    type: z.literal('changeTracking'),
    modes: z
      .array(z.enum(['git-diff', 'json']))
      .max(2)
      .default([]),
    prompt: prompt.optional(),
    schema: schema.optional(),
    tag: z.string().max(256).nullable().default(null),
  })
  .meta({ id: 'ChangeTrackingFormat', description: 'What changed since the last scrape.' })

const Attributes = z
  .strictObject({
    type: z.literal('attributes'),
    selectors: z
      .array(
        z.strictObject({
          selector: z.string().min(1).max(selectorLengthMax).meta({ description: 'CSS selector.' }),
          attribute: z.string().min(1).max(selectorLengthMax),
        }),
      )
      .max(selectorsMax),
  })
  .meta({ id: 'AttributesFormat', description: 'Values of attributes, by CSS selector.' })

const Question = z
  .strictObject({
    type: z.literal('question'),
    question: z.string().min(1).max(promptLengthMax),
  })
  .meta({ id: 'QuestionFormat', description: 'An answer from the page.' })

const Highlights = z
  .strictObject({ type: z.literal('highlights'), query: z.string().min(1).max(promptLengthMax) })
  .meta({ id: 'HighlightsFormat', description: 'Excerpts of the page that bear on a query.' })

const Query = z
  .strictObject({
    type: z.literal('query'),
    prompt: z.string().min(1).max(promptLengthMax),
    mode: z.enum(['freeform', 'directQuote']).default('freeform'),
  })
  .meta({
    id: 'QueryFormat',
    description: 'Former name of question and highlights.',
    deprecated: true,
  })

const plainNames = [
  'markdown',
  'html',
  'rawHtml',
  'rawBase64',
  'links',
  'images',
  'summary',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
] as const
const Plain = z
  .strictObject({ type: z.enum(plainNames) })
  .meta({ id: 'PlainFormat', description: 'A format without options.' })

const FormatObject = z.discriminatedUnion('type', [
  Plain,
  Screenshot,
  Json,
  DeterministicJson,
  ChangeTracking,
  Attributes,
  Question,
  Highlights,
  Query,
])

/** One format with its options settled (contract section 6). */
export type Format = z.output<typeof FormatObject>

const shortNames = [
  ...plainNames,
  'screenshot',
  'json',
  'deterministicJson',
  'changeTracking',
] as const

/** A format is its name, or an object with options. */
const FormatInput = z.union([
  z.enum(shortNames).transform((type) => FormatObject.parse({ type })),
  FormatObject,
])

export const Formats = z
  .array(FormatInput)
  .max(formatsMax)
  .default(() => [{ type: 'markdown' as const }])
  .meta({
    description: 'What to make of the page: names, or objects with options. Markdown when absent.',
    default: ['markdown'],
  })

/** Refuses formats that are right by themselves and contradict each other. */
export function checkFormats(formats: readonly Format[], context: z.core.$RefinementCtx): void {
  for (const message of contradictions(formats)) {
    context.addIssue({ code: 'custom', path: ['formats'], message })
  }
}

/** The cross rules of contract section 4.1, in their order. */
function contradictions(formats: readonly Format[]): string[] {
  const count = (type: Format['type']) => formats.filter((format) => format.type === type).length
  const rules = [
    [count('screenshot') > 1, 'You may only specify one screenshot format'],
    [
      count('changeTracking') > 0 && count('markdown') === 0,
      'The changeTracking format requires the markdown format to be specified as well',
    ],
    [
      count('json') > 0 && count('deterministicJson') > 0,
      'Cannot specify both json and deterministicJson formats',
    ],
    [
      count('rawBase64') > 0 && count('rawBase64') < formats.length,
      'The rawBase64 format cannot be combined with other formats',
    ],
  ] as const
  return rules.flatMap(([isBroken, text]) => (isBroken ? [text] : []))
}
