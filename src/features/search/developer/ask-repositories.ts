import { createAskSources, type AskSources, type AskSourcesDeps } from '#web-search/ask-sources.ts'
import { callSearchProvider, makeFailure, isSuccess } from '#web-search/call-provider.ts'
import { SearchProviderError } from '#web-search/providers/provider.ts'
import type { DeveloperHit, DeveloperSource, DeveloperWanted, RepositoryType } from './wanted.ts'

interface Asked {
  readonly type: RepositoryType
  readonly wanted: DeveloperWanted
}

/** Returns the results of one type. */
export type AskRepositories = AskSources<DeveloperSource, Asked, DeveloperHit>

/** READMEs that are read for one search. */
const readmesMax = 5

export function createAskRepositories(deps: AskSourcesDeps<DeveloperSource>): AskRepositories {
  const { callApi, now } = deps

  async function send(
    source: DeveloperSource,
    { type, wanted }: Asked,
    signal: AbortSignal,
  ): Promise<DeveloperHit[]> {
    const call = source.call(type, wanted)
    if (!call) throw new SearchProviderError('failed', 'cannot answer this')
    const answer = await callSearchProvider(call.request, { callApi, signal })
    if (!isSuccess(answer)) throw source.failure?.(answer, now()) ?? makeFailure(answer, now())
    const hits = call.read(answer)
    if (type !== 'readme') return [...hits]
    return Promise.all(
      hits.map(async (hit, index) => (index < readmesMax ? withReadme(source, hit, signal) : hit)),
    )
  }

  /** The description stays where there is no README, or none may be read. */
  async function withReadme(
    { readme }: DeveloperSource,
    hit: DeveloperHit,
    signal: AbortSignal,
  ): Promise<DeveloperHit> {
    if (!readme || hit.repo === undefined) return hit
    try {
      const answer = await callSearchProvider(readme(hit.repo), { callApi, signal })
      return isSuccess(answer) ? { ...hit, text: `${hit.text}\n\n${answer.body}` } : hit
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SearchProviderError) return hit
      throw error
    }
  }

  return createAskSources(deps, {
    canAnswer: (source, { type, wanted }) => source.call(type, wanted) !== undefined,
    send,
  })
}
