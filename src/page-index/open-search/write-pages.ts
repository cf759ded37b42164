import { createHash } from 'node:crypto'
import { foldInPieces } from '#page-index/fold.ts'
import { chooseConfiguration, chooseLanguage } from '#page-index/language.ts'
import { readHost, urlKey } from '#page-index/page-key.ts'
import type { Deletion, IndexablePage } from '#page-index/page-index.ts'
import { foldedCharsMax, isSpelled, foldNames, textCharsMax } from '#page-index/put-pages.ts'
import type { OpenSearchApi } from './api.ts'
import { indexName, chooseSuffix } from './mapping.ts'

const wordsMax = 20_000

/** Writes pages; one with the URL of an earlier one replaces it. */
export async function writePages(api: OpenSearchApi, pages: readonly IndexablePage[]) {
  if (pages.length === 0) return
  const lines: string[] = []
  for (const page of pages) {
    const index = { _id: makeId(page.teamId, page.url), routing: page.teamId }
    lines.push(JSON.stringify({ index }), JSON.stringify(await toDocument(page)))
  }
  const path = `${indexName}/_bulk?filter_path=errors,items.*.error.type`
  const answer = (await api.call(path, `${lines.join('\n')}\n`)) as { readonly errors?: boolean }
  if (answer.errors) throw new Error('OpenSearch refused a page.')
}

export const makeId = (teamId: string, url: string) =>
  `${teamId}-${urlKey(url).toString('base64url')}`

async function toDocument(page: IndexablePage) {
  const text = page.text.slice(0, textCharsMax)
  const folded = await foldInPieces(text, foldedCharsMax)
  const language = chooseLanguage(page.language, folded)
  const suffix = chooseSuffix(chooseConfiguration(language))
  const { names, headings } = foldNames(page)
  const words = new Set(`${names} ${headings} ${folded}`.split(' ').filter(isSpelled))
  return {
    team: page.teamId,
    url: page.url,
    hosts: listHosts(readHost(page.url)),
    language,
    title: page.title.slice(0, 500),
    body: text,
    content: createHash('sha256').update(folded).digest('base64'),
    [`a_${suffix}`]: names,
    [`b_${suffix}`]: headings,
    [`d_${suffix}`]: folded,
    words: [...words].slice(0, wordsMax),
    publishedAt: page.publishedAt?.toISOString(),
    readAt: page.readAt.toISOString(),
  }
}

/** A host and the hosts above it. */
const listHosts = (host: string) => {
  const labels = host.split('.').slice(-20)
  return labels.map((_, at) => labels.slice(at).join('.'))
}

/** Pages that are not visible to searches yet are deleted too. */
export async function removePages(api: OpenSearchApi, teamId: string, what: Deletion) {
  const filter = [{ term: { team: teamId } }, ...narrowing(teamId, what)]
  await removeMatching(api, { bool: { filter } }, `&routing=${teamId}`)
}

function narrowing(teamId: string, what: Deletion): object[] {
  if (what.kind === 'host') return [{ term: { hosts: what.host.toLowerCase() } }]
  if (what.kind === 'urls') {
    return [{ ids: { values: what.urls.map((url) => makeId(teamId, url)) } }]
  }
  return []
}

const hints = 'ignore_unavailable=true'

export async function refresh(api: OpenSearchApi): Promise<void> {
  await api.call(`${indexName}/_refresh?${hints}`, {})
}

async function removeMatching(api: OpenSearchApi, query: object, routing = '') {
  await refresh(api)
  const path = `${indexName}/_delete_by_query?${hints}&conflicts=proceed&refresh=true${routing}`
  await api.call(path, { query })
}

const teamsMax = 10_000

/** Removes pages that were not read since, and of each team those beyond its limit that were read longest ago. */
export async function removeSurplus(
  api: OpenSearchApi,
  { oldest, pagesMax }: { readonly oldest: Date; readonly pagesMax: number },
) {
  await removeMatching(api, { range: { readAt: { lt: oldest.toISOString() } } })
  const large = (await api.call(`${indexName}/_search?ignore_unavailable=true`, {
    size: 0,
    aggs: { teams: { terms: { field: 'team', size: teamsMax, min_doc_count: pagesMax + 1 } } },
  })) as { aggregations?: { teams: { buckets: { key: string; doc_count: number }[] } } }
  for (const { key, doc_count: pages } of large.aggregations?.teams.buckets ?? []) {
    const from = Math.min(pages - pagesMax, 10_000) - 1
    const last = (await api.call(`${indexName}/_search?routing=${key}`, {
      query: { term: { team: key } },
      sort: [{ readAt: 'asc' }],
      _source: ['readAt'],
      from,
      size: 1,
    })) as { hits: { hits: { _source: { readAt: string } }[] } }
    const [until] = last.hits.hits.flatMap(({ _source: { readAt } }) => readAt)
    if (until === undefined) continue
    const filter = [{ term: { team: key } }, { range: { readAt: { lte: until } } }]
    await removeMatching(api, { bool: { filter } }, `&routing=${key}`)
  }
}
