import type { Caller } from '#kernel/caller.ts'
import { indexInSteps } from '#content/passages/rank.ts'
import { listPassages } from '#content/passages/sentences.ts'
import { finishInSteps } from '#kernel/event-loop.ts'
import { ServiceError } from '#kernel/errors.ts'
import { printableLine } from '#kernel/printable.ts'
import { urlLengthMax } from '#kernel/url.ts'
import type { AskRepositories } from './ask-repositories.ts'
import type { Coverage, DeveloperReply, DeveloperResult } from './contract.ts'
import { readSourceHost, type LocalDeveloperPages } from './local-pages.ts'
import type { DeveloperHit, DeveloperType, DeveloperWanted } from './wanted.ts'

export interface DeveloperDeps {
  readonly askRepositories: AskRepositories
  /** Undefined when pages are not indexed. */
  readonly localPages: LocalDeveloperPages | undefined
}

/** Documentation, issues and repositories. Fails with `SERVICE_UNAVAILABLE` when none of the types can be searched. */
export type SearchDeveloper = (wanted: DeveloperWanted, caller: Caller) => Promise<DeveloperReply>

interface Found {
  readonly type: DeveloperType
  readonly hits: readonly DeveloperHit[]
  readonly coverage: Coverage
  readonly notes: readonly string[]
}

const titleCharsMax = 500
const passageCharsMax = 1_200
const markdownCharsMax = 200_000

export function createSearchDeveloper(deps: DeveloperDeps): SearchDeveloper {
  return async function searchDeveloper(wanted, caller) {
    const local = (await deps.localPages?.(caller.teamId, wanted)) ?? { hits: [], size: 0 }
    const found = await Promise.all(
      wanted.types.map(async (type): Promise<Found> => {
        const known = local.hits.filter((hit) => hit.type === type)
        if (type === 'doc') {
          const coverage = local.size > 0 ? 'ok' : 'unavailable'
          return { type, hits: known, coverage, notes: [] }
        }
        const { hits, provider, notes } = await deps.askRepositories({ type, wanted }, caller)
        const coverage = judgeCoverage(provider !== undefined, { known: known.length > 0, notes })
        return { type, hits: withoutCopies([...hits, ...known]), coverage, notes }
      }),
    )
    if (found.every(({ coverage }) => coverage === 'unavailable')) throw noIndex(found)
    const coverages = new Map(found.map(({ type, coverage }) => [type, coverage]))
    const coverageOfType = (type: DeveloperType) => coverages.get(type) ?? 'skipped'
    const isAsked = (type: DeveloperType) => ['ok', 'degraded'].includes(coverageOfType(type))
    const results: DeveloperResult[] = []
    for (const hit of inTurn(found.map(({ hits }) => hits)).slice(0, wanted.limit))
      results.push(...(await toResult(hit, wanted)))
    return {
      success: true,
      results,
      coverage: {
        doc: coverageOfType('doc'),
        issue: coverageOfType('issue'),
        pull_request: coverageOfType('pull_request'),
        readme: coverageOfType('readme'),
      },
      reranked: false,
      ...(wanted.repos.length > 0 && { repos: wanted.repos.map((repo) => toRepo(repo, isAsked)) }),
      ...(wanted.sources.length > 0 && {
        sources: wanted.sources.map((source) => ({
          source,
          indexed: local.hits.some(({ url }) =>
            new URL(url).hostname.endsWith(readSourceHost(source)),
          ),
        })),
      }),
    }
  }
}

function judgeCoverage(
  isAnswered: boolean,
  { known, notes }: { readonly known: boolean; readonly notes: readonly string[] },
): Coverage {
  if (isAnswered) return notes.length === 0 ? 'ok' : 'degraded'
  return known ? 'degraded' : 'unavailable'
}

const toRepo = (repo: string, isAsked: (type: DeveloperType) => boolean) => {
  const types = {
    issue: isAsked('issue'),
    pullRequest: isAsked('pull_request'),
    readme: isAsked('readme'),
  }
  return { repo, indexed: Object.values(types).some(Boolean), types }
}

function withoutCopies(hits: readonly DeveloperHit[]): DeveloperHit[] {
  return [
    ...new Map(hits.toReversed().map((hit) => [hit.id.toLowerCase(), hit])).values(),
  ].toReversed()
}

/** The first of each list, then the second of each. */
function inTurn(lists: readonly (readonly DeveloperHit[])[]): DeveloperHit[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list[rank] ?? []),
  ).flat()
}

async function toResult(
  hit: DeveloperHit,
  { query, passages: count }: DeveloperWanted,
): Promise<DeveloperResult[]> {
  const { id, type, url, text, license } = hit
  const address = URL.parse(url)
  const isWeb = address?.protocol === 'http:' || address?.protocol === 'https:'
  if (!isWeb || url.length > urlLengthMax) return []
  const title = printableLine(hit.title, titleCharsMax)
  const list = listPassages(text.slice(0, markdownCharsMax))
  const rank = await finishInSteps(indexInSteps(list))
  const ranked = rank(query).map(({ index }) => list[index])
  const texts = (ranked.length > 0 ? ranked : list).flatMap((passage) =>
    passage && passage.kind !== 'heading' ? [passage.text] : [],
  )
  return [
    {
      id: printableLine(id, titleCharsMax),
      type,
      url,
      ...(title !== '' && { title }),
      passages: texts
        .slice(0, count)
        .map((passage) => ({ text: printableLine(passage, passageCharsMax), citation_url: url })),
      ...(license !== undefined && { license: printableLine(license, titleCharsMax) }),
    },
  ]
}

function noIndex(found: readonly Found[]): ServiceError {
  const notes = new Set(found.flatMap((one) => one.notes))
  const reason = notes.size === 0 ? 'none is configured' : [...notes].join(', ')
  const way = 'Set WEIR_GITHUB_TOKEN, or scrape documentation first: it is found without an index.'
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    `No developer index could be asked: ${reason}. ${way}`,
  )
}
