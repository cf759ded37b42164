import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { chooseConfiguration, noStemming } from '#page-index/language.ts'
import type { IndexLimits } from '#page-index/enforce-retention.ts'
import { languagesMax } from '#page-index/frequencies.ts'
import {
  IndexUnavailableError,
  type Found,
  type IndexQuery,
  type PageIndex,
} from '#page-index/page-index.ts'
import { createOpenSearchApi, type CallServer } from './api.ts'
import { findCorrections } from './corrections.ts'
import { ofTeam, searchPages, splitWords } from './find-pages.ts'
import { indexName, chooseSuffix, template } from './mapping.ts'
import { refresh, removePages, removeSurplus, writePages } from './write-pages.ts'

interface OpenSearchIndexDeps {
  readonly url: string
  readonly callServer: CallServer
  readonly clock: Clock
  readonly budget: IndexLimits
}

const Facts = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z
    .object({ languages: z.object({ buckets: z.array(z.object({ key: z.string() })) }) })
    .optional(),
})

const wordsMax = 32
const dayMs = 86_400_000

/**
 * The index of pages in OpenSearch, for more of them than one PostgreSQL server takes. What is written is not part of the transaction
 * that the caller gives: it may be written again. Texts of links are not searched.
 */
export function createOpenSearchIndex(deps: OpenSearchIndexDeps): PageIndex {
  const { url, callServer, clock, budget } = deps
  const api = createOpenSearchApi(url, callServer)
  let prepared: Promise<unknown> | undefined
  /** Again after a failure. */
  const prepare = async () => {
    prepared ??= api.call(`_index_template/${indexName}`, template)
    await prepared.catch((error: unknown) => {
      prepared = undefined
      throw error
    })
  }

  async function loadFacts(teamId: string, urls: readonly string[] | undefined) {
    const { hits, aggregations } = Facts.parse(
      await api.call(`${indexName}/_search?routing=${teamId}&ignore_unavailable=true`, {
        size: 0,
        track_total_hits: true,
        query: { bool: { filter: ofTeam(teamId, urls) } },
        aggs: { languages: { terms: { field: 'language', size: languagesMax } } },
      }),
    )
    const languages = aggregations?.languages.buckets.map(({ key }) => key) ?? []
    return { size: hits.total.value, languages }
  }

  async function find(teamId: string, query: IndexQuery): Promise<Found> {
    const { size, languages: spoken } = await loadFacts(teamId, query.urls)
    const given = splitWords(query, wordsMax)
    if (size === 0 || given.length === 0) return { pages: [], corrections: [], size }
    const configurations = [query.language, ...spoken].map(chooseConfiguration)
    const languages = [...new Set([...configurations.map(chooseSuffix), noStemming])]
    const asked = { teamId, query, words: given, languages }
    const corrections = await findCorrections(api, asked)
    const words = given.map((word) => corrections.find(({ from }) => from === word)?.to ?? word)
    return { pages: await searchPages(api, { ...asked, words }), corrections, size }
  }

  return {
    async put(pages) {
      await prepare()
      await writePages(api, pages)
    },
    deletePages: (teamId, what) => removePages(api, teamId, what),
    find: (teamId, query) => find(teamId, query).catch(unlessAway),
    refresh: () => refresh(api),
    sweep: () =>
      removeSurplus(api, {
        oldest: new Date(clock.now().getTime() - budget.daysMax * dayMs),
        pagesMax: budget.pagesMax,
      }),
  }
}

/** Searches go on without the pages of the team. */
function unlessAway(error: unknown): Found {
  if (!(error instanceof IndexUnavailableError)) throw error
  return { pages: [], corrections: [], size: 0, isUnavailable: true }
}
