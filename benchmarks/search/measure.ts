import { fold } from '#page-index/fold.ts'
import { extractText } from '#page-index/extract.ts'
import type { IndexablePage, PageIndex } from '#page-index/page-index.ts'
import type { Sql } from '#storage/database.ts'
import type { KnownItem, KnownItems, ManualPage } from './known-items.ts'

/** Percentage of queries whose page is first, and among the first five. */
export interface Hits {
  readonly at1: number
  readonly at5: number
}

const putAtOnce = 50

export function toIndexable(
  { url, title, markdown, language }: ManualPage,
  teamId: string,
  /** Folded link texts that are withheld from the index. */
  withheld: ReadonlySet<string> = new Set(),
): IndexablePage {
  const { headings, text, links: found } = extractText(markdown)
  const readAt = new Date()
  const links = found.flatMap((link) => {
    const target = URL.parse(link.target, url)
    if (!target || withheld.has(fold(link.text))) return []
    target.hash = ''
    return [{ url: target.href, text: link.text }]
  })
  return { teamId, url, title, headings, text, links, language, publishedAt: undefined, readAt }
}

export async function putAll(
  index: Pick<PageIndex, 'put'>,
  pages: readonly IndexablePage[],
): Promise<void> {
  for (let at = 0; at < pages.length; at += putAtOnce)
    await index.put(pages.slice(at, at + putAtOnce))
}

/** The hits of each kind of query. */
export async function measure(
  items: KnownItems,
  listUrls: (query: string) => Promise<readonly string[]>,
): Promise<Readonly<Record<string, Hits>>> {
  const measured: Record<string, Hits> = {}
  for (const [kind, list] of Object.entries(items)) measured[kind] = await countHits(list, listUrls)
  return measured
}

async function countHits(
  items: readonly KnownItem[],
  listUrls: (query: string) => Promise<readonly string[]>,
): Promise<Hits> {
  let [at1, at5] = [0, 0]
  for (const { query, url } of items) {
    const place = (await listUrls(query)).indexOf(url)
    if (place === 0) at1++
    if (place >= 0 && place < 5) at5++
  }
  const percent = (count: number) => Math.round((1_000 * count) / Math.max(1, items.length)) / 10
  return { at1: percent(at1), at5: percent(at5) }
}

export const wordsOfQuery = (query: string) => ({
  words: [query],
  phrases: [],
  minus: [],
  inTitle: [],
  sites: [],
  notSites: [],
  language: 'en',
  limit: 10,
})

/** Baseline: PostgreSQL alone, pages with any word, ordered by `ts_rank`. */
export async function plainRank(sql: Sql, teamId: string, query: string): Promise<string[]> {
  const rows = await sql.query<{ url: string }>(
    `select url from search_pages p,
       (select replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery as q) asked
     where team_id = $1 and terms @@ q order by ts_rank(terms, q) desc, id limit 5`,
    [teamId, query],
  )
  return rows.map(({ url }) => url)
}
