import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIndexable, wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { createPageIndex } from './create-page-index.ts'

const budget = { daysMax: 30, pagesMax: 100_000 }
const filler = 'Many other things were mended, and many were added. '.repeat(120)

const page = (name: string, title: string, text: string) => ({
  url: `https://manual.example/${name}`,
  title,
  markdown: `# ${title}\n\n${text}`,
  language: 'en',
})

/** Long release notes hold all words of a question, far from each other. */
const notes = Array.from({ length: 30 }, (_, at) =>
  page(
    `release-${at}`,
    `Release ${at}`,
    `Shelves were painted (${at}). ${filler} A kettle boils sooner. ${filler} Lids are cleaned often. ${filler} Lime was removed.`,
  ),
)

test('a page with most of the words in a passage comes before long ones with all of them', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const teamId = newId()
  const wanted = page(
    'descaling',
    'Descaling',
    'Remove the lime of a kettle with vinegar. Boil it, wait, and clean the kettle with water.',
  )
  await index.put([...notes, wanted].map((one) => toIndexable(one, teamId)))
  const { pages } = await index.find(teamId, wordsOfQuery('clean lime kettle removal on shelves'))
  assert.equal(pages[0]?.url, wanted.url)
})

test('a query of words that are in every page names them', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const teamId = newId()
  await index.put([toIndexable(notes[0] ?? page('', '', ''), teamId)])
  const nothing = await index.find(teamId, wordsOfQuery('how to be or not'))
  assert.deepEqual(nothing.pages, [])
  assert.deepEqual(nothing.ignored, ['how', 'to', 'be', 'or', 'not'])
  const some = await index.find(teamId, wordsOfQuery('how to paint shelves'))
  assert.equal(some.pages.length, 1)
  assert.deepEqual(some.ignored ?? [], [])
})

test('the little words of a question say nothing, in whatever language of the team it is', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const teamId = newId()
  const german = {
    ...page(
      'kanne',
      'Kalk',
      'Essig löst den Kalk in einer Kanne. Ihre Beine sind aus Holz, ihr Ohr nicht.',
    ),
    language: 'de',
  }
  await index.put([toIndexable(german, teamId), toIndexable(notes[0] ?? german, teamId)])
  const asked = await index.find(teamId, wordsOfQuery('Was kann eine Kanne ohne Kalk werden?'))
  assert.deepEqual([asked.pages[0]?.url, asked.corrections], [german.url, []])
  const nothing = await index.find(teamId, wordsOfQuery('wie kann man das ohne eine'))
  assert.deepEqual(nothing.ignored, ['wie', 'kann', 'man', 'das', 'ohne', 'eine'])
  const english = await index.find(teamId, wordsOfQuery('what can be done about the die'))
  assert.deepEqual(english.ignored ?? [], [])
})

test('words that say nothing are known with their accents', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const teamId = newId()
  const pages = [
    { ...page('bahn', 'Fahrplan', 'Der Zug fährt um acht.'), language: 'de' },
    { ...page('tren', 'Horario', 'El tren sale a las ocho.'), language: 'es' },
  ]
  await index.put(pages.map((one) => toIndexable(one, teamId)))
  for (const words of ['für und über', 'también qué es'])
    assert.deepEqual((await index.find(teamId, wordsOfQuery(words))).ignored?.length, 3, words)
})

test('a question in a language of no page is compared by what it means, and a page with one of its words by chance comes later', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const teamId = newId()
  const chance = page(
    'fast',
    'Fast film',
    'Ein film, fast: a kind film in a gift shop, and not a rat.',
  )
  const wanted = page('delete', 'Delete a file', 'How to remove a file from the disk for ever.')
  await index.put([chance, wanted, ...notes].map((one) => toIndexable(one, teamId)))
  for (const question of [
    'wie kann ich eine Datei fast ganz von der Festplatte löschen',
    'comment puis-je supprimer un fichier du disque à la main',
    'cómo puedo borrar un archivo del disco con la gift',
  ]) {
    const { pages, corrections } = await index.find(teamId, wordsOfQuery(question))
    assert.deepEqual([pages[0]?.url, corrections], [wanted.url, []], question)
  }
})

test('a search whose client leaves while it waits for others of its team does not run', async () => {
  await using database = await testDatabase()
  const clock = { now: () => new Date() }
  const index = createPageIndex({ database, clock, budget, searchesMax: 1 })
  const teamId = newId()
  await index.put(notes.map((note) => toIndexable(note, teamId)))
  const find = (signal?: AbortSignal) => index.find(teamId, wordsOfQuery('kettle'), signal)
  const leaving = new AbortController()
  const [first, second, third] = [find(), find(leaving.signal), find()]
  leaving.abort(new Error('left'))
  await assert.rejects(second, /left/)
  assert.deepEqual(await third, await first)
})
