/**
 * Recall and precision of the rules for personal data over labelled texts (the format of presidio-research).
 *
 *   node benchmarks/safety/pii/run.ts <texts.json> [fast|aggressive] [entity whose misses are shown, or "false"]
 */
import { readFileSync } from 'node:fs'
import { entities, type Entity } from '#safety/pii/entities.ts'
import { findPii } from '#safety/pii/find-pii.ts'
import { createFindNames } from '#safety/pii/names.ts'

interface Labelled {
  readonly full_text: string
  readonly spans: readonly {
    readonly entity_type: string
    readonly start_position: number
    readonly end_position: number
  }[]
}

const entityOf: Readonly<Record<string, Entity>> = {
  PERSON: 'PERSON',
  STREET_ADDRESS: 'LOCATION',
  GPE: 'LOCATION',
  ZIP_CODE: 'LOCATION',
  CREDIT_CARD: 'FINANCIAL',
  IBAN_CODE: 'FINANCIAL',
  US_SSN: 'FINANCIAL',
  PHONE_NUMBER: 'PHONE',
  EMAIL_ADDRESS: 'EMAIL',
}
const overlapMin = 0.8

const [file = '', mode = 'fast', shown] = process.argv.slice(2)
const texts = JSON.parse(readFileSync(file, 'utf8')) as Labelled[]
const wanted = new Set(entities)
const findNames = createFindNames()
const rows = new Map<string, [number, number]>()
const count = (name: string, isHit: boolean) => {
  const [hits, total] = rows.get(name) ?? [0, 0]
  rows.set(name, [hits + Number(isHit), total + 1])
}
const started = performance.now()
for (const { full_text: text, spans } of texts) {
  const found = findPii(text, wanted, mode === 'fast' ? [] : findNames(text))
  const covers = (start: number, end: number) => {
    let covered = 0
    for (const span of found)
      covered += Math.max(0, Math.min(span.end, end) - Math.max(span.start, start))
    return covered
  }
  for (const { entity_type: type, start_position: start, end_position: end } of spans) {
    if (entityOf[type] === undefined) continue
    const isHit = covers(start, end) >= overlapMin * (end - start)
    count(`recall ${type}`, isHit)
    if (!isHit && shown === type)
      console.log(text.slice(Math.max(0, start - 40), start), '>>', text.slice(start, end), '<<')
  }
  for (const { entity, start, end } of found) {
    const isRight = spans.some(
      (span) =>
        span.entity_type !== 'DATE_TIME' &&
        Math.min(end, span.end_position) - Math.max(start, span.start_position) >=
          (end - start) / 2,
    )
    count(`precision ${entity}`, isRight)
    count('precision', isRight)
    if (!isRight && shown === 'false')
      console.log(
        entity,
        JSON.stringify(text.slice(start, end)),
        '|',
        JSON.stringify(text.slice(Math.max(0, start - 30), end + 20)),
      )
  }
}
const ms = (performance.now() - started) / texts.length
console.log(`${mode}: ${texts.length} texts, ${ms.toFixed(2)} ms each`)
for (const [name, [hits, total]] of [...rows].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${name}: ${(hits / total).toFixed(3)} (${hits} of ${total})`)
