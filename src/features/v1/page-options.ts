import { z } from 'zod'
import { olderBody, type Members } from './older-operation.ts'

const formatsMax = 64

const Extraction = z.looseObject({
  prompt: z.string().optional(),
  systemPrompt: z.string().optional(),
  schema: z.unknown().optional(),
})

/** Options of a page that version 1 writes differently; the others are those of version 2. */
const differing = {
  formats: z
    .array(z.union([z.string(), z.looseObject({ type: z.string() })]))
    .max(formatsMax)
    .optional(),
  extract: Extraction.optional(),
  jsonOptions: Extraction.optional(),
  changeTrackingOptions: z.looseObject({}).optional(),
  parsePDF: z.boolean().optional(),
  geolocation: z.looseObject({ country: z.string().optional() }).optional(),
  agent: z
    .undefined({ error: 'The agent of a scrape is not available. Use actions, or /v2/agent.' })
    .optional(),
}

export const OlderPageOptions = olderBody(differing)
type OlderPageOptions = z.output<typeof OlderPageOptions>
type Format = NonNullable<OlderPageOptions['formats']>[number]

/** The options of a page in version 2, with the defaults of version 1: nothing cached, and valid certificates. */
export function toPageOptions(older: OlderPageOptions): Members {
  const others = Object.entries(older).filter(([name]) => !Object.hasOwn(differing, name))
  const { parsePDF, geolocation } = older
  const formats = toFormats(older)
  return {
    maxAge: 0,
    skipTlsVerification: false,
    ...(geolocation && { location: geolocation }),
    ...(parsePDF === false && { parsers: [] }),
    ...Object.fromEntries(others),
    ...(formats && { formats }),
  }
}

/** Options of a format stand for the format, when it is not listed. */
function toFormats(older: OlderPageOptions): readonly unknown[] | undefined {
  const { formats, jsonOptions, extract = jsonOptions, changeTrackingOptions } = older
  const implied = [
    ...(extract ? ['json'] : []),
    ...(changeTrackingOptions ? ['changeTracking'] : []),
  ]
  if (!formats && implied.length === 0) return undefined
  const listed: readonly Format[] = [...(formats ?? ['markdown']), ...implied]
  const options: Readonly<Record<string, Members | undefined>> = {
    json: extract && toJsonOptions(extract),
    changeTracking: changeTrackingOptions,
    'screenshot@fullPage': { type: 'screenshot', fullPage: true },
  }
  // The two names of data of the page are one format.
  const unique = new Map(listed.toReversed().map((format) => [readName(format), format]))
  return [...unique].toReversed().map(([name, format]) => {
    if (typeof format !== 'string') return format
    const given = options[name]
    return given ? { type: name, ...given } : name
  })
}

const readName = (format: Format): string => {
  if (typeof format !== 'string') return format.type
  return format === 'extract' ? 'json' : format
}

function toJsonOptions({ prompt, systemPrompt, schema }: z.output<typeof Extraction>): Members {
  const words = [systemPrompt, prompt].filter((text) => text !== undefined && text !== '')
  return {
    ...(words.length > 0 && { prompt: words.join('\n\n') }),
    ...(schema !== undefined && schema !== null && { schema }),
  }
}
