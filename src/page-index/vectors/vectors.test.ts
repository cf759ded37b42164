import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIndexable, wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import { encode } from './encode.ts'
import { similarity, toBytes, toCode, vectorBytes } from './quantise.ts'
import { passagesMax, splitPassages } from './split-passages.ts'
import { loadTable } from './table.ts'
import { createTeamCodes, passageBytes } from './team-codes.ts'

const budget = { daysMax: 30, pagesMax: 100_000 }

const vector = (sign: number) => new Float32Array(256).map((_, at) => (at < sign ? 1 : -1))
const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')

const product = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0)

test('texts that say the same in other words, or in another language, are nearer than others', async () => {
  const table = await loadTable()
  const near = (a: string, b: string) => product(encode(table, a), encode(table, b))
  const question = 'remove a file from the disk'
  const other = 'The colour of the sky in the evening'
  for (const same of ['Delete data on the drive', 'Löschen der Datei', 'Supprimer le fichier'])
    assert.ok(near(question, same) > near(question, other) + 0.1, same)
  assert.equal(near('', question), 0)
})

test('four bits for each number keep the cosine', async () => {
  const table = await loadTable()
  const one = encode(table, 'A table of numbers for the pieces of words')
  const other = encode(table, 'Numbers in a table, one for each word')
  const found = similarity(one, toBytes(other), 0)
  assert.ok(Math.abs(found - product(one, other)) < 0.05, String(found))
  assert.equal(toBytes(other).length, vectorBytes(other))
})

test('the pages with the fewest different signs are found, also when pages are written again', async () => {
  const codes = createTeamCodes(1_000)
  for (let id = 1; id <= 300; id++) codes.put({ id, version: id, codes: toCode(vector(id % 250)) })
  assert.deepEqual(await codes.nearest(toCode(vector(100)), 1), [100])
  for (let round = 1; round <= 4; round++)
    for (let id = 1; id <= 300; id++)
      codes.put({ id, version: round * 1_000 + id, codes: toCode(vector((id + 50) % 250)) })
  assert.deepEqual(await codes.nearest(toCode(vector(101)), 1), [51])
  assert.equal((await codes.nearest(toCode(vector(0)), 20)).length, 20)
  assert.equal((await codes.nearest(toCode(vector(0)), 1_000)).length, 300)
})

test('deleted pages are no longer found, and pages beyond the limit are left out until others are deleted', async () => {
  const codes = createTeamCodes(300)
  for (let id = 1; id <= 301; id++) codes.put({ id, version: id, codes: toCode(vector(id % 250)) })
  assert.equal(codes.version, 301)
  assert.equal(codes.bytes, 300 * passageBytes)
  const all = async () => (await codes.nearest(toCode(vector(0)), 1_000)).toSorted((a, b) => a - b)
  assert.deepEqual(
    await all(),
    Array.from({ length: 300 }, (_, at) => at + 1),
  )
  assert.deepEqual(
    [300, 301].map((id) => codes.has({ id, version: id })),
    [true, false],
  )
  codes.remove([...Array.from({ length: 20 }, (_, at) => at + 5), 400])
  codes.put({ id: 302, version: 302, codes: toCode(vector(5)) })
  const left = await all()
  assert.equal(left.length, 281)
  assert.ok(!left.includes(5) && left.includes(302))
})

test('a line without spaces is cut into passages that together are the line', () => {
  const line = `${'a'.repeat(50)} ${'b'.repeat(200_000)}`
  const passages = splitPassages(line)
  assert.equal(
    passages.map(({ text }) => text.replaceAll(/\s/g, '')).join(''),
    line.replace(' ', ''),
  )
})

test('passages stand under their headings and together are the text, with a limit', () => {
  const passages = splitPassages(`# A\n${words(90)}\n## B\n${words(90)}\n# C\n${words(90)}`)
  assert.deepEqual(
    passages.map(({ headings }) => headings),
    [['A'], ['A', 'B'], ['C']],
  )
  const long = splitPassages(`${words(300)}\n`.repeat(300))
  assert.ok(long.length <= passagesMax)
  const kept = long.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  assert.equal(kept, 90_000)
})

test('a question without the words of the page finds it, for its team alone', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const [teamId, other] = [newId(), newId()]
  const page = (name: string, title: string, text: string) =>
    toIndexable(
      {
        url: `https://a.example/${name}`,
        title,
        markdown: `# ${title}\n\n${text}`,
        language: 'en',
      },
      teamId,
    )
  const wanted = page('wipe', 'Deleting files', 'Deletes the files of a folder from the drive.')
  const rest = page('sky', 'Evening', 'Red clouds are seen before the night, far in the west.')
  const question = wordsOfQuery('removing documents and directories')
  await index.put([rest, page('sea', 'Morning', 'Waves come to the beach from far away.')])
  await index.find(teamId, question)
  await index.put([wanted])
  // As of a transaction that ended after one that began later.
  await database.query('update search_pages set vector_version = 1 where url = $1', [wanted.url])
  const { pages } = await index.find(teamId, question)
  assert.equal(pages[0]?.url, wanted.url)
  assert.deepEqual((await index.find(other, question)).pages, [])
  await index.deletePages(teamId, { kind: 'urls', urls: [wanted.url] })
  const later = await index.find(teamId, question)
  assert.ok(later.pages.every(({ url }) => url !== wanted.url))
})
