// acceptance: quick
/** Fictitious personal data in eight languages and the formats of twelve countries is redacted; other numbers are kept. */
import { redactSources } from '#safety/pii/redact.ts'
import { entities } from '#safety/pii/entities.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { innocentTexts, plantedTexts } from '#test/fixtures/planted-pii.ts'

const texts = plantedTexts(isQuick ? 600 : 6_000, 20_261)
const redact = (text: string) =>
  redactSources([{ text, syntax: 'markdown' }], { mode: 'fast', entities, replaceStyle: 'tag' })[0]
    ?.text ?? text
/** Control: redacts capitalised words only. */
const redactCapitals = (text: string) => text.replaceAll(/\p{Lu}\p{L}+/gu, '<PERSON>')

function measure(change: (text: string) => string) {
  const found = new Map<string, [number, number]>()
  for (const { text, values } of texts) {
    for (const { entity, value } of values) {
      const [hits, total] = found.get(entity) ?? [0, 0]
      found.set(entity, [hits + Number(!change(text).includes(value.slice(-6))), total + 1])
    }
  }
  const wrong = innocentTexts.filter((text) => change(text) !== text).length
  return { found, precise: 1 - wrong / innocentTexts.length }
}

const least: Readonly<Record<string, number>> = { EMAIL: 0.99, PHONE: 0.9, FINANCIAL: 0.99 }
const preciseMin = 0.93
const own = measure(redact)
const capitals = measure(redactCapitals)
const share = (entry: readonly [number, number] | undefined) => (entry ? entry[0] / entry[1] : 0)
const figures = Object.keys(least).map(
  (entity) => `${entity} ${share(own.found.get(entity)).toFixed(3)}`,
)
const isFound = Object.entries(least).every(([entity, min]) => share(own.found.get(entity)) >= min)
const isControlBad = capitals.precise < 0.5 && share(capitals.found.get('PHONE')) < 0.1
report(
  'personal-data',
  isFound && own.precise >= preciseMin && isControlBad,
  `${figures.join(', ')} of ${texts.length} texts, precise ${own.precise.toFixed(3)}; control capitals: PHONE ${share(capitals.found.get('PHONE')).toFixed(3)}, precise ${capitals.precise.toFixed(3)}`,
)
