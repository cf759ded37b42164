/**
 * Schemas filled without a language model: `node benchmarks/facts/schemas.ts FOLDER [NAME ...] [--show]`, where FOLDER holds
 * `NAME.html`, `NAME.schema.json` and `NAME.truth.json`. Every leaf of a schema is right, wrong or missing; see `score-fields.ts`.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '#content/fill/fill.ts'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { scoreFields } from '#test/fixtures/answer-pages/score-fields.ts'

const [folder, ...words] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const names = words.filter((word) => !word.startsWith('-'))
const total = { right: 0, wrong: 0, missing: 0 }
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
for (const file of readdirSync(folder).toSorted()) {
  const [, name] = /^(.+)\.schema\.json$/.exec(file) ?? []
  if (name === undefined || (names.length > 0 && !names.includes(name))) continue
  const body = readFileSync(join(folder, `${name}.html`))
  const schema = read(file) as Record<string, unknown>
  const { material } = readPage(
    contentRequest(body, { formats: [], material: { queries: [] }, onlyMainContent: true }),
  ).internal
  const { value } = fill(schema, material?.facts ?? { facts: [], lists: [] })
  const scores = scoreFields(read(`${name}.truth.json`), value, schema)
  const counts = { right: 0, wrong: 0, missing: 0 }
  for (const { verdict } of scores) counts[verdict] += 1
  for (const verdict of ['right', 'wrong', 'missing'] as const) total[verdict] += counts[verdict]
  console.log(name.padEnd(18), counts)
  for (const { path, verdict, truth, got } of scores) {
    if (verdict === 'wrong' || (words.includes('--show') && verdict === 'missing'))
      console.log('   ', verdict, path, JSON.stringify(truth), 'got', JSON.stringify(got))
  }
}
console.log(total)
