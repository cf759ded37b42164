import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { jsonText } from '#storage/storable.ts'
import type { Sql } from '#storage/database.ts'
import { createYields } from '#kernel/event-loop.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import { fold, foldInPieces } from './fold.ts'
import { chooseConfiguration, chooseLanguage } from './language.ts'
import { readHost, urlKey } from './page-key.ts'
import type { IndexablePage } from './page-index.ts'
import { putLinks } from './put-links.ts'
import type { VectorEncoder } from './vectors/encoder.ts'
import { toVectors } from './vectors/to-vectors.ts'

export const textCharsMax = 200_000
export const foldedCharsMax = 2 * textCharsMax
const titleCharsMax = 500
const headingsCharsMax = 20_000
/** Rows of more than this are written one by one: a query is made in one step. */
const writtenCharsMax = 500_000
const wordLengthMin = 3
const wordLengthMax = 32

const compress = promisify<string, Buffer>(zstdCompress)

/** A row, as `insert` reads it from JSON. */
interface Row {
  readonly team: string
  readonly key: string
  readonly url: string
  readonly host: string
  readonly language: string | null
  readonly configuration: string
  readonly title: string
  readonly body: string
  readonly content: string
  readonly a: string
  readonly b: string
  readonly d: string
  readonly words: number
  readonly space: string
  /** Null where the vectors are made afterwards. */
  readonly codes: string | null
  readonly head: string | null
  readonly vectors: string | null
  readonly published: string | null
  readonly read: string
}

/** Writes pages of one or several teams; of two with one URL the last counts. */
export async function putPages(
  sql: Sql,
  pages: readonly IndexablePage[],
  encoder: VectorEncoder,
): Promise<void> {
  const latest = new Map(
    pages.map((page) => [`${page.teamId} ${urlKey(page.url).toString('hex')}`, page]),
  )
  // In an order that is the same for all who write, so that none waits for another in turn.
  const ordered = [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, page]) => page)
  const yields = createYields()
  const rows: Row[] = []
  for (const page of ordered) {
    rows.push(await toRow(page, encoder))
    await yields.next()
  }
  if (rows.length === 0) return
  for (const some of divide(rows)) await sql.query(insert, [jsonText(some)])
  await putLinks(sql, ordered)
  await putWords(sql, rows)
}

/** In their order, as many as may be written together, at least one. */
function divide(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  let left = 0
  for (const row of rows) {
    const { length } = row.d + row.body + (row.vectors ?? '')
    if (length > left) {
      groups.push([])
      left = writtenCharsMax
    }
    groups.at(-1)?.push(row)
    left -= length
  }
  return groups
}

async function toRow(page: IndexablePage, encoder: VectorEncoder): Promise<Row> {
  const text = page.text.slice(0, textCharsMax)
  const folded = await foldInPieces(text, foldedCharsMax)
  const language = chooseLanguage(page.language, folded)
  const title = page.title.slice(0, titleCharsMax)
  const { names, headings } = foldNames(page)
  return {
    team: page.teamId,
    key: urlKey(page.url).toString('base64'),
    url: page.url,
    host: readHost(page.url),
    language: language ?? null,
    configuration: chooseConfiguration(language),
    title,
    body: (await compress(text)).toString('base64'),
    content: createHash('sha256').update(folded).digest('base64'),
    a: names,
    b: headings,
    d: folded,
    words: folded === '' ? 0 : folded.split(' ').length,
    ...(await makeVectors(encoder, { title, text })),
    published: page.publishedAt?.toISOString() ?? null,
    read: page.readAt.toISOString(),
  }
}

const noVectors = { space: 'none', codes: null, head: null, vectors: null }

/** Those of another program are made when the page is in the index. */
async function makeVectors(
  encoder: VectorEncoder,
  page: { readonly title: string; readonly text: string },
): Promise<Pick<Row, 'space' | 'codes' | 'head' | 'vectors'>> {
  if (encoder.isRemote) return noVectors
  const { space, codes, head, passages } = await toVectors(encoder, page, neverAborted)
  const [signs, whole, parts] = [codes, head, passages].map((bytes) =>
    Buffer.from(bytes).toString('base64'),
  )
  return { space, codes: signs ?? null, head: whole ?? null, vectors: parts ?? null }
}

const neverAborted = new AbortController().signal

/** Folded words of the title and the path, and of the headings. */
export function foldNames({ title, url, headings }: IndexablePage) {
  const path = percentDecoded(new URL(url).pathname)
    .replace(/\.[a-z]{1,5}$/i, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return {
    names: fold(`${title.slice(0, titleCharsMax)} ${path}`),
    headings: fold(headings.join('\n').slice(0, headingsCharsMax)),
  }
}

const insert = `
  insert into search_pages (team_id, url_key, url, host, language, title, body, content_key, terms, words, published_at,
    first_seen_at, read_at, vector_space, codes, head_vector, vectors, vector_version)
  select team, decode(key, 'base64'), url, host, language, title, decode(body, 'base64'), decode(content, 'base64'),
    setweight(to_tsvector(c.configuration, a), 'A') || setweight(to_tsvector(c.configuration, b), 'B')
      || to_tsvector(c.configuration, d),
    words, published, read, read, space, decode(codes, 'base64'), decode(head, 'base64'), decode(vectors, 'base64'), nextval('search_vector_versions')
  from jsonb_to_recordset($1::jsonb) as p (team uuid, key text, url text, host text, language text, configuration text,
    title text, body text, content text, a text, b text, d text, words integer, space text, codes text, head text, vectors text, published timestamptz, read timestamptz)
  cross join lateral (select search_configuration(p.configuration) as configuration) c
  on conflict (team_id, url_key) do update set
    url = excluded.url, language = excluded.language, title = excluded.title, body = excluded.body,
    content_key = excluded.content_key, terms = excluded.terms, words = excluded.words,
    published_at = excluded.published_at, read_at = excluded.read_at, vector_space = excluded.vector_space, codes = excluded.codes, head_vector = excluded.head_vector, vectors = excluded.vectors,
    vector_version = excluded.vector_version`

/** Words are only added here: most of them are known already. */
async function putWords(sql: Sql, rows: readonly Row[]): Promise<void> {
  const byTeam = Map.groupBy(rows, ({ team }) => team)
  const yields = createYields()
  for (const [team, own] of byTeam) {
    const words = new Set<string>()
    for (const { a, b, d } of own) {
      for (const word of `${a} ${b} ${d}`.split(' ')) if (isSpelled(word)) words.add(word)
      await yields.next()
    }
    await sql.query(
      `insert into search_words (team_id, word) select $1, w from unnest($2::text[]) w
       where not exists (select from search_words s where s.team_id = $1 and s.word = w)
       order by w on conflict do nothing`,
      [team, [...words]],
    )
  }
}

/** Whether a word is one that typing errors are corrected to. */
export const isSpelled = (word: string) =>
  word.length >= wordLengthMin && word.length <= wordLengthMax && !/^\p{N}/u.test(word)
