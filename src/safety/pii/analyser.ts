import { z } from 'zod'
import { askService, splitWindows, type ExternalCheck } from '#safety/ask-service.ts'
import type { Entity, Span } from './entities.ts'

/** Finds personal data in texts: the spans of each. */
export type FindPersonalData = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<(readonly Span[])[]>

const windowLength = 50_000
const spansMax = 50_000
const scoreMin = 0.5
const concurrentMax = 4

/** Entities of Presidio, and what they are called here; others are left alone. */
const entityOf: Readonly<Record<string, Entity>> = {
  PERSON: 'PERSON',
  EMAIL_ADDRESS: 'EMAIL',
  PHONE_NUMBER: 'PHONE',
  LOCATION: 'LOCATION',
  GPE: 'LOCATION',
  ADDRESS: 'LOCATION',
  STREET_ADDRESS: 'LOCATION',
  CREDIT_CARD: 'FINANCIAL',
  CRYPTO: 'FINANCIAL',
  IBAN_CODE: 'FINANCIAL',
  US_SSN: 'FINANCIAL',
  US_BANK_NUMBER: 'FINANCIAL',
  US_ITIN: 'FINANCIAL',
  US_PASSPORT: 'FINANCIAL',
  US_DRIVER_LICENSE: 'FINANCIAL',
  UK_NHS: 'FINANCIAL',
  UK_NINO: 'FINANCIAL',
  ES_NIF: 'FINANCIAL',
  ES_NIE: 'FINANCIAL',
  IT_FISCAL_CODE: 'FINANCIAL',
  IT_IDENTITY_CARD: 'FINANCIAL',
  IT_PASSPORT: 'FINANCIAL',
  PL_PESEL: 'FINANCIAL',
  AU_TFN: 'FINANCIAL',
  IN_AADHAAR: 'FINANCIAL',
  IN_PAN: 'FINANCIAL',
}

const Answer = z
  .array(
    z.object({
      entity_type: z.string().max(100),
      start: z.int().min(0),
      end: z.int().min(0),
      score: z.number(),
    }),
  )
  .max(spansMax)

/** Asks the analyser of Presidio (`POST /analyze`). Fails with `SERVICE_UNAVAILABLE` when any of the texts is not analysed. */
export function createAnalyser(service: ExternalCheck): FindPersonalData {
  async function analyse(text: string, signal: AbortSignal): Promise<Span[]> {
    const body = { text, language: 'en' }
    const found = await askService(service, { path: 'analyze', body, answer: Answer }, signal)
    const findOffset = createOffsets(text)
    return found.flatMap(({ entity_type: type, start, end, score }) => {
      const entity = entityOf[type]
      const span = { start: findOffset(start), end: findOffset(end) }
      return entity && score >= scoreMin && span.end > span.start ? [{ entity, ...span }] : []
    })
  }

  return async (texts, signal) => {
    const windows = texts.flatMap((text, index) =>
      [...splitWindows(text, windowLength)]
        .filter((window) => /\p{L}|\d/u.test(window.text))
        .map((window) => ({ ...window, index })),
    )
    const spans: Span[][] = texts.map(() => [])
    for (let first = 0; first < windows.length; first += concurrentMax) {
      const batch = windows.slice(first, first + concurrentMax)
      const found = await Promise.all(batch.map(({ text }) => analyse(text, signal)))
      for (const [at, { start, index }] of batch.entries()) {
        for (const span of found[at] ?? [])
          spans[index]?.push({ ...span, start: span.start + start, end: span.end + start })
      }
    }
    return spans
  }
}

/** Presidio counts characters, JavaScript counts UTF-16 units. */
function createOffsets(text: string): (characters: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (characters) => Math.min(characters, text.length)
  const offsets: number[] = []
  let offset = 0
  for (const character of text) {
    offsets.push(offset)
    offset += character.length
  }
  return (characters) => offsets[characters] ?? text.length
}
