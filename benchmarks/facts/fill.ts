/**
 * Title, author and date of labelled pages as the properties of a user's schema, filled without a language model:
 * `node benchmarks/facts/fill.ts FOLDER [odd|even] [property whose errors are shown]`, where FOLDER holds
 * `ground-truth/ID.json` and `html/ID.html.gz`. Control: the first fact of that
 * name that the page declares.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fill } from '#content/fill/fill.ts'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

interface Truth {
  readonly title?: string | null
  readonly author?: string | null
  readonly publish_date?: string | null
}

const [folder, half, shown] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: { title: text, author: text, publish_date: { type: 'string', format: 'date' } },
}
const properties = ['title', 'author', 'publish_date'] as const
type Property = (typeof properties)[number]
type Tally = Record<'right' | 'wrong' | 'missing', number>

const fold = (words: string) =>
  words
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\b(?:and|und|et|y)\b/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const sharedMin = 4

const sorted = (words: string) => words.split(' ').toSorted().join(' ')

/** Dates by day; names and titles in any order of their words, or when one contains the other. */
function isRight(property: Property, got: string, wanted: string): boolean {
  if (property === 'publish_date') return got.slice(0, 10) === wanted.slice(0, 10)
  const [one, other] = [fold(got), fold(wanted)]
  if (one === other || sorted(one) === sorted(other)) return true
  const isLong = Math.min(one.length, other.length) >= sharedMin
  return isLong && (one.includes(other) || other.includes(one))
}

const empty = (): Tally => ({ right: 0, wrong: 0, missing: 0 })
const own = { title: empty(), author: empty(), publish_date: empty() }
const control = { title: empty(), author: empty(), publish_date: empty() }
function add(tally: Tally, got: string | undefined, isGood: boolean): void {
  tally[got === undefined ? 'missing' : isGood ? 'right' : 'wrong'] += 1
}

let pages = 0
const isChosen = (id: string) =>
  half === 'odd' || half === 'even' ? Number(id) % 2 === (half === 'odd' ? 1 : 0) : true
for (const file of readdirSync(join(folder, 'ground-truth')).toSorted()) {
  const id = file.replace(/\.json$/, '')
  if (!isChosen(id)) continue
  const label = JSON.parse(readFileSync(join(folder, 'ground-truth', file), 'utf8')) as {
    readonly url: string
    readonly ground_truth: Truth
  }
  const body = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)))
  const url = URL.canParse(label.url) ? label.url : 'https://site.example/page'
  const request = { formats: [], material: { queries: [] }, onlyMainContent: true, url }
  const { facts } = readPage(contentRequest(body, request)).internal.material ?? {}
  const filled = fill(schema, facts ?? { facts: [], lists: [] })
  const value = filled.value as Partial<Record<Property, string>>
  pages += 1
  for (const property of properties) {
    const wanted = label.ground_truth[property]
    if (!wanted) continue
    const got = value[property]
    const isGood = got !== undefined && isRight(property, got, wanted)
    add(own[property], got, isGood)
    if (shown === property && !isGood)
      console.log(id, wanted, '|', got, filled.sources[property]?.source)
    const name = property === 'publish_date' ? 'date' : property
    const first = facts?.facts.find(
      (fact) => fact.name.includes(name) && fact.source !== 'metadata',
    )?.value
    add(control[property], first, first !== undefined && isRight(property, first, wanted))
  }
}

const share = (part: number, whole: number) => (part / (whole || 1)).toFixed(3)
const figures = ({ right, wrong, missing }: Tally) =>
  `precision ${share(right, right + wrong)}, recall ${share(right, right + wrong + missing)} (right ${right}, wrong ${wrong}, missing ${missing})`
console.log(`${pages} pages`)
for (const property of properties) {
  console.log(`${property}: ${figures(own[property])}`)
  console.log(`${property}, control first declared fact: ${figures(control[property])}`)
}
