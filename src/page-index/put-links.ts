import { createYields } from '#kernel/event-loop.ts'
import { jsonText } from '#storage/storable.ts'
import type { Sql } from '#storage/database.ts'
import { fold } from './fold.ts'
import { chooseConfiguration } from './language.ts'
import { readHost, urlKey } from './page-key.ts'
import type { IndexablePage } from './page-index.ts'

const textCharsMax = 200
const linksPerPageMax = 200
const textsMax = 20

interface Row {
  readonly team: string
  readonly key: string
  readonly host: string
  readonly configuration: string
  readonly texts: readonly string[]
  readonly at: string
}

/** Adds what these pages call other pages of their host. Texts that are known, and those beyond 20 of a page, cost no write. */
export async function putLinks(sql: Sql, pages: readonly IndexablePage[]): Promise<void> {
  const rows = new Map<string, Row>()
  const yields = createYields()
  for (const page of pages) {
    await yields.next()
    for (const { url, text } of ownLinks(page)) {
      const key = urlKey(url).toString('base64')
      const name = `${page.teamId} ${key}`
      const known = rows.get(name)?.texts ?? []
      if (known.includes(text) || known.length >= textsMax) continue
      rows.set(name, {
        team: page.teamId,
        key,
        host: readHost(url),
        configuration: chooseConfiguration(page.language),
        texts: [...known, text],
        at: page.readAt.toISOString(),
      })
    }
  }
  if (rows.size === 0) return
  // In an order that is the same for all who write, so that none waits for another in turn.
  const ordered = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await sql.query(upsert, [jsonText(ordered)])
}

function ownLinks({ url: from, links }: IndexablePage) {
  const host = readHost(from)
  return links.slice(0, linksPerPageMax).flatMap(({ url, text }) => {
    const folded = fold(text.slice(0, textCharsMax))
    return url !== from && readHost(url) === host && folded !== '' ? [{ url, text: folded }] : []
  })
}

const upsert = `
  with given as (
    select team, decode(key, 'base64') as key, host, configuration, texts, at
    from jsonb_to_recordset($1::jsonb) as l (team uuid, key text, host text, configuration text, texts text[], at timestamptz)),
  merged as (
    select g.*, (array(select distinct t from unnest(coalesce(l.texts, '{}') || g.texts) t))[1:${textsMax}] as every
    from given g left join search_links l on l.team_id = g.team and l.url_key = g.key
    where l.team_id is null or (cardinality(l.texts) < ${textsMax} and not l.texts @> g.texts))
  insert into search_links (team_id, url_key, host, texts, terms, updated_at)
  select team, key, host, every,
    setweight(to_tsvector(search_configuration(configuration), array_to_string(every, ' ')), 'C'), at
  from merged order by team, key
  on conflict (team_id, url_key) do update set
    texts = excluded.texts, terms = excluded.terms, updated_at = excluded.updated_at`
