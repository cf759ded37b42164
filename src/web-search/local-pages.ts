import { lateWarning, waitUntilIndexed, type NewPages } from '#page-index/wait-until-indexed.ts'
import { findPassages } from '#page-index/find-passages.ts'
import type { Found, IndexQuery, PageIndex } from '#page-index/page-index.ts'
import { createYields } from '#kernel/event-loop.ts'
import type { Caller } from '#kernel/caller.ts'
import { beginning } from './excerpt.ts'
import type { Excerpts } from './excerpts.ts'
import type { Hit } from './providers/provider.ts'
import { isInRange } from './time-range.ts'
import { isWanted, type Wanted } from './wanted.ts'

/** Pages that the team has read, as results. */
export type LocalPages = (
  wanted: Wanted,
  options: Options,
) => Promise<{
  readonly hits: readonly Hit[]
  /** Pages that are known at all. */
  readonly size: number
  readonly warnings: readonly string[]
}>

type Options = Caller & {
  readonly highlights: boolean
  /** How many of each page; none by default. */
  readonly passages: number
  /** Set when nothing else is searched: before nothing is found, pages that were just read are waited for until then. */
  readonly waitsUntil: AbortSignal | undefined
}

/** What is filtered by its address is looked for among so many. */
const filteredMax = 100

export function createLocalPages({
  excerpts,
  ...deps
}: NewPages & {
  readonly pageIndex: Pick<PageIndex, 'find'>
  readonly excerpts: Pick<Excerpts, 'of'>
}): LocalPages {
  return async function localPages(wanted, { teamId, signal, highlights, passages, waitsUntil }) {
    const { query, sites, notSites, anyOf, fileTypes, limit, time } = wanted
    const isFiltered = fileTypes.length + query.inUrl.length + anyOf.fileTypes.length > 0
    const indexQuery: IndexQuery = {
      words: query.words,
      phrases: query.phrases,
      minus: query.minus,
      inTitle: query.inTitle,
      inUrl: query.inUrl,
      urls: wanted.urls,
      sites: sites.length > 0 || isFiltered ? sites : anyOf.sites,
      notSites,
      language: wanted.language,
      limit: isFiltered || time.range ? filteredMax : limit,
    }
    const search = async () => {
      const found = await deps.pageIndex.find(teamId, indexQuery, signal)
      const pages = found.pages.filter(
        ({ url, publishedAt }) => isWanted(url, wanted) && isInRange(publishedAt, time.range),
      )
      return { found, pages }
    }
    let { found, pages } = await search()
    const waited =
      waitsUntil && pages.length === 0 && found.isUnavailable !== true
        ? await waitUntilIndexed(deps, { teamId, signal, until: waitsUntil })
        : 'nothing'
    if (waited !== 'nothing') ({ found, pages } = await search())
    const yields = createYields()
    const hits: Hit[] = []
    for (const { url, title, text, publishedAt } of pages.slice(0, limit)) {
      const source = { markdown: text, title }
      const best = highlights
        ? await excerpts.of({ source, query: query.text }, { teamId, signal })
        : undefined
      hits.push({
        url,
        title,
        text: best ?? beginning(source),
        ...(publishedAt && { date: publishedAt.toISOString() }),
        ...(passages > 0 && {
          passages: await findPassages({ title, text }, query.text, passages),
        }),
      })
      await yields.next()
    }
    return {
      hits,
      size: found.size,
      warnings: [...(waited === 'late' ? [lateWarning] : []), ...writeWarnings(found, wanted)],
    }
  }
}

function writeWarnings(
  { isUnavailable = false, isByWordsOnly = false, corrections, ignored = [], size }: Found,
  { urls, query: { related } }: Wanted,
): string[] {
  const missing = urls && !isUnavailable ? urls.length - size : 0
  const corrected = corrections.map(({ from, to }) => `"${to}" instead of "${from}"`)
  return [
    ...(isUnavailable
      ? ['Pages read before could not be searched: their index is not reachable.']
      : []),
    ...(isByWordsOnly
      ? [
          'Pages read before were searched by their words alone: the embeddings API is not reachable.',
        ]
      : []),
    ...(corrected.length > 0
      ? [`Pages read before were searched for ${corrected.join(', ')}.`]
      : []),
    ...(ignored.length > 0
      ? [
          `Pages read before were not searched: "${ignored.join(' ')}" is in nearly every page. Add a word that says more.`,
        ]
      : []),
    ...(missing > 0
      ? [
          `${missing} of the ${urls?.length} pages of the job were not searched: they led to other pages, may not be cached, or are not indexed yet.`,
        ]
      : []),
    ...(related.length > 0 ? ['Pages read before know no related: operator.'] : []),
  ]
}
