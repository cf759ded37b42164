import type { Log } from '#kernel/log.ts'
import type { CallApi } from '#net/api-client.ts'
import { createAskOne } from '#features/search/ask-one.ts'
import { createAskProviders, type Answered } from '#features/search/ask.ts'
import { callProvider, failureOf, isSuccess } from '#features/search/call-provider.ts'
import type { Health } from '#features/search/health.ts'
import { ProviderFailure } from '#features/search/providers/provider.ts'
import type { DeveloperHit, DeveloperSource, DeveloperWanted, RepositoryType } from './wanted.ts'

interface Asked {
  readonly type: RepositoryType
  readonly wanted: DeveloperWanted
}

/** Results of one type, from the first source that has any. Throws the reason of the signal alone. */
export type AskRepositories = (
  asked: Asked,
  caller: { readonly signal: AbortSignal; readonly zeroDataRetention: boolean },
) => Promise<Answered<DeveloperSource, DeveloperHit>>

/** READMEs that are read for one search. */
const readmesMax = 5

export function createAskRepositories(deps: {
  readonly sources: readonly DeveloperSource[]
  /** Names of sources that keep nothing: others are not asked under zero data retention. */
  readonly noRetention: readonly string[]
  readonly callApi: CallApi
  readonly health: Health
  readonly log: Log
  readonly now: () => Date
}): AskRepositories {
  const { sources, noRetention, callApi, health, log, now } = deps

  async function send(
    source: DeveloperSource,
    { type, wanted }: Asked,
    signal: AbortSignal,
  ): Promise<DeveloperHit[]> {
    const call = source.call(type, wanted)
    if (!call) throw new ProviderFailure('failed', 'cannot answer this')
    const answer = await callProvider(call.request, { callApi, signal })
    if (!isSuccess(answer)) throw source.failure?.(answer, now()) ?? failureOf(answer, now())
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
      const answer = await callProvider(readme(hit.repo), { callApi, signal })
      return isSuccess(answer) ? { ...hit, text: `${hit.text}\n\n${answer.body}` } : hit
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ProviderFailure) return hit
      throw error
    }
  }

  const ask = createAskProviders<DeveloperSource, Asked, DeveloperHit>({
    askOne: createAskOne({ send, health, log }),
    hedgesPaid: false,
  })
  return async function askRepositories(asked, { signal, zeroDataRetention }) {
    const able = sources.filter(
      (source) =>
        (!zeroDataRetention || noRetention.includes(source.name)) &&
        source.call(asked.type, asked.wanted) !== undefined,
    )
    return ask(able, asked, signal)
  }
}
