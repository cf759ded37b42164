import { NetError } from '#net/failure.ts'
import type { ApiAnswer, CallApi } from '#net/api-client.ts'
import type { Health } from './health.ts'
import { ProviderFailure, type Hit, type Provider } from './providers/provider.ts'
import { providerQueries, type QueryOfProvider } from './provider-queries.ts'
import { doesBelong } from './belongs.ts'
import { fuse } from './fuse.ts'
import { settleHits } from './settle-hits.ts'
import { dateOfHit, isInRange } from './time-range.ts'
import { isWanted, type Wanted } from './wanted.ts'

/** Searches with one provider: pages and split queries, then what the provider did not filter. Throws `ProviderFailure`. */
export type Send = (provider: Provider, wanted: Wanted, signal: AbortSignal) => Promise<Hit[]>

interface SendDeps {
  readonly callApi: CallApi
  readonly health: Pick<Health, 'take'>
  readonly now: () => Date
}

const callsMax = 5

export function createSend({ callApi, health, now }: SendDeps): Send {
  /** The caller has already counted the first call. */
  async function readAll(
    provider: Provider,
    { wanted, signal }: { readonly wanted: Wanted; readonly signal: AbortSignal },
  ): Promise<Hit[]> {
    const queries = providerQueries(wanted, provider, now())
    const lists: Hit[][] = queries.map(() => [])
    const perPage = provider.limits.perPage[wanted.source] ?? 10
    const isDone = queries.map(() => false)
    let calls = 0
    for (let page = 0; page < provider.limits.pagesMax; page++) {
      for (const [index, query] of queries.entries()) {
        const list = lists[index] ?? []
        if (isDone[index] || calls >= callsMax) continue
        if (calls > 0 && (await health.take(provider)).status !== 'taken') return fuse(lists)
        calls++
        const count = Math.min(perPage, wanted.limit)
        const hits = await call(provider, { ...query, count, page }, signal)
        const known = new Set(list.map(({ url }) => url))
        list.push(...settleHits(hits).filter(({ url }) => !known.has(url)))
        isDone[index] = hits.length === 0 || list.length >= wanted.limit
      }
      if (isDone.every(Boolean)) break
    }
    return fuse(lists)
  }

  async function call(
    provider: Provider,
    query: QueryOfProvider & { readonly count: number; readonly page: number },
    signal: AbortSignal,
  ): Promise<readonly Hit[]> {
    const answer = await callApi(provider.request(query), signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof NetError) throw new ProviderFailure('failed', 'not reachable')
      throw error
    })
    if (answer.status < 200 || answer.status > 299) {
      throw provider.failure?.(answer) ?? failureOf(answer, now())
    }
    return provider.read(answer, query)
  }

  return async function send(provider, wanted, signal) {
    const found = await readAll(provider, { wanted, signal })
    if (!doesBelong(found, wanted.query)) {
      throw new ProviderFailure('blocked', 'answered with unrelated results')
    }
    return found.filter(
      (hit) =>
        (wanted.source === 'images' || isWanted(hit.url, wanted)) &&
        isInRange(dateOfHit(hit.date, now()), wanted.time.range),
    )
  }
}

/** What the status of an answer says. */
function failureOf({ status, headers }: ApiAnswer, now: Date): ProviderFailure {
  const waitMs = retryAfterMs(headers['retry-after'], now)
  if (status === 429) return new ProviderFailure('limited', 'rate limited', waitMs)
  if (status === 402) return new ProviderFailure('quota', 'its quota is used up', waitMs)
  if (status === 401 || status === 403) return new ProviderFailure('key', 'its key was refused')
  return new ProviderFailure('failed', `answered with status ${status}`, waitMs)
}

const retryMsMax = 24 * 3_600_000

/** Seconds or a date (RFC 9110). */
function retryAfterMs(text: string | undefined, now: Date): number {
  if (text === undefined) return 0
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), retryMsMax) : 0
}
