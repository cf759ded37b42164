import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { createPageIndex } from './create-page-index.ts'
import type { IndexablePage } from './page-index.ts'

const budget = { daysMax: 30, pagesMax: 100_000 }

/** Writes pages of a team without the cost of reading them: every one says `often`, every tenth `seldom`, one `unique`. */
const manyPages = `
  insert into search_pages (team_id, url_key, url, host, language, title, body, content_key, terms, words, first_seen_at, read_at)
  select $1, sha256(n::text::bytea), 'https://a.example/' || n, 'a.example', case when n % 3 = 0 then 'de' else 'en' end,
    'Page ' || n, decode('KLUv/SAAAQAA', 'base64'), sha256(n::text::bytea),
    setweight(to_tsvector('simple', case when n % 700 = 0 then 'often' else '' end), 'A') || to_tsvector('simple',
      'often ' || case when n % 10 = 0 then 'seldom ' else '' end || case when n = 7 then 'unique' else '' end || ' p' || n),
    3, now(), now()
  from generate_series(1, $2::integer) n`

test('how frequent words are is estimated for large teams and forgotten when they shrink', async () => {
  await using database = await testDatabase()
  let now = new Date()
  const index = createPageIndex({ database, clock: { now: () => now }, budget })
  const teamId = newId()
  const shares = async () => {
    const rows = await database.query<{ lexeme: string; share: number }>(
      'select lexeme, share from search_frequencies where team_id = $1',
      [teamId],
    )
    return new Map(rows.map(({ lexeme, share }) => [lexeme, share]))
  }
  const sweepLater = async () => {
    now = new Date(now.getTime() + 11 * 60_000)
    await index.sweep()
  }
  await database.query(manyPages, [teamId, 3_000])
  await database.query(
    `insert into search_words (team_id, word) values ($1, 'often'), ($1, 'unique'), ($1, 'nowhere')`,
    [teamId],
  )

  await sweepLater()
  const words = await database.query<{ word: string }>(
    'select word from search_words order by word',
  )
  assert.deepEqual(
    words.map(({ word }) => word),
    ['often', 'unique'],
  )
  const estimated = await shares()
  assert.equal(estimated.get('often'), 1)
  const seldom = estimated.get('seldom') ?? 0
  assert.ok(seldom > 0.05 && seldom < 0.15, String(seldom))
  assert.equal(estimated.has('unique'), false)
  const [{ languages } = { languages: [] }] = await database.query<{ languages: string[] }>(
    'select languages from search_estimates where team_id = $1',
    [teamId],
  )
  assert.deepEqual(languages, ['en', 'de'])

  // Of more pages than are looked at, those that have the word in their title come first.
  const { pages, size } = await index.find(teamId, wordsOfQuery('often'))
  assert.equal(size, 3_000)
  const numbers = pages.map(({ url }) => Number(url.split('/').at(-1)))
  assert.deepEqual(
    numbers.slice(0, 4).map((number) => number % 700),
    [0, 0, 0, 0],
  )
  const rare = await index.find(teamId, wordsOfQuery('often unique'))
  assert.equal(rare.pages[0]?.url, 'https://a.example/7')

  await database.query('delete from search_pages where team_id = $1 and id % 10 > 0', [teamId])
  await sweepLater()
  assert.equal((await shares()).size, 0)
  const fewer = await index.find(teamId, wordsOfQuery('often unique'))
  assert.ok(fewer.pages.length > 0)

  await database.query(manyPages.replaceAll('n::text', `('x' || n)`), [teamId, 2_500])
  await sweepLater()
  assert.ok((await shares()).size > 0)
  await index.deletePages(teamId, { kind: 'all' })
  assert.equal((await shares()).size, 0)
})

const texts = {
  en: ['Backups', 'How to save the database and where the files of it are kept over the years.'],
  de: ['Sicherung', 'Wie man die Datenbank sichert und wo die Dateien mit den Jahren bleiben.'],
  fr: [
    'Sauvegarde',
    'Comment sauvegarder la base de données et dans quel dossier sont les fichiers.',
  ],
  es: ['Respaldo', 'Cómo guardar la base de datos y en qué carpeta están los archivos de ella.'],
  it: ['Copia', 'Come salvare la banca dati e in quale cartella sono i file che si creano.'],
  pt: [
    'Reserva',
    'Como guardar o banco de dados e em qual pasta estão os arquivos que são feitos.',
  ],
} as const

test('a question finds its page in each of many languages of a team', async () => {
  await using database = await testDatabase()
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget })
  const teamId = newId()
  const page = (language: string, title: string, text: string): IndexablePage => ({
    teamId,
    url: `https://${language}.example/${title}`,
    title,
    headings: [],
    text,
    links: [],
    language,
    publishedAt: undefined,
    readAt: new Date(),
  })
  const others = ['one', 'two', 'three'].flatMap((name) =>
    Object.entries(texts).map(([language, [title]]) => page(language, `${title} ${name}`, name)),
  )
  await index.put([
    ...Object.entries(texts).map(([language, [title, text]]) => page(language, title, text)),
    ...others,
  ])
  const queries = {
    en: 'how the database is saved',
    de: 'wie die Datenbanken gesichert werden',
    fr: 'comment sont sauvegardées les bases de données',
    es: 'cómo están guardadas las bases de datos',
    it: 'come sono salvate le banche dati',
    pt: 'como são guardados os bancos de dados',
  }
  for (const [language, query] of Object.entries(queries)) {
    const { pages } = await index.find(teamId, wordsOfQuery(query))
    assert.equal(new URL(pages[0]?.url ?? 'x:').host, `${language}.example`, query)
  }
})
