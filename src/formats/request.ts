import { z } from 'zod'
import { formats, type FormatSchema, type FormatType, type PlainType } from './registry.ts'

const formatsMax = 100

const schemas = formats.flatMap(({ schema }): FormatSchema[] => (schema ? [schema] : []))
const plainTypes = formats.flatMap(({ type, schema }): PlainType[] => (schema ? [] : [type]))
const shortNames: FormatType[] = [
  ...plainTypes,
  ...formats.flatMap((record) =>
    'hasShortName' in record && record.hasShortName ? [record.type] : [],
  ),
]

const Plain = z
  .strictObject({ type: z.enum(plainTypes) })
  .meta({ id: 'PlainFormat', description: 'A format without options.' })

const FormatObject = z.discriminatedUnion('type', [Plain, ...schemas])

const isPlain = (type: FormatType): type is PlainType => plainTypes.some((plain) => plain === type)

/** A name of older clients. */
const wholePicture = 'screenshot@fullPage'

/** A format is its name, or an object with options. */
const FormatInput = z.union([
  z
    .literal(wholePicture)
    .transform(() => FormatObject.parse({ type: 'screenshot', fullPage: true })),
  // Plain formats have no defaults that another validation could add.
  z.enum(shortNames).transform((type) => (isPlain(type) ? { type } : FormatObject.parse({ type }))),
  FormatObject,
])

/** A part of a JSON Schema: a format of these types, by its name or as an object. */
export const describeFormat = (...types: readonly (FormatType | typeof wholePicture)[]) => ({
  anyOf: [
    { enum: types },
    { type: 'object', required: ['type'], properties: { type: { enum: types } } },
  ],
})

/** The `formats` of a request. Rules between formats are checked by `checkFormats`. */
export const Formats = z
  .array(FormatInput)
  .max(formatsMax)
  .default(() => [{ type: 'markdown' as const }])
  .meta({
    description: 'Formats: names, or objects with options. Default: Markdown.',
    default: ['markdown'],
    allOf: [
      { contains: describeFormat('screenshot', wholePicture), minContains: 0, maxContains: 1 },
      {
        anyOf: [
          { not: { contains: describeFormat('changeTracking') } },
          { contains: describeFormat('markdown') },
        ],
      },
      {
        not: {
          allOf: [
            { contains: describeFormat('json') },
            { contains: describeFormat('deterministicJson') },
          ],
        },
      },
      {
        anyOf: [
          { not: { contains: describeFormat('rawBase64') } },
          { items: describeFormat('rawBase64') },
        ],
      },
    ],
  })

/** Adds an issue for each rule between formats that a request breaks. */
export function checkFormats(
  requested: readonly { readonly type: FormatType }[],
  context: z.core.$RefinementCtx,
): void {
  for (const message of contradictions(requested.map(({ type }) => type))) {
    context.addIssue({ code: 'custom', path: ['formats'], message })
  }
}

function contradictions(types: readonly FormatType[]): string[] {
  const count = (type: FormatType) => types.filter((other) => other === type).length
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
      count('rawBase64') > 0 && count('rawBase64') < types.length,
      'The rawBase64 format cannot be combined with other formats',
    ],
  ] as const
  return rules.flatMap(([isBroken, text]) => (isBroken ? [text] : []))
}
