import type {
  FetchActivity,
  FetchedUrl,
  FetchSource,
  OnFetched,
  ThreatFacts,
} from '#kernel/fetch-activity.ts'
import { newId } from '#kernel/ids.ts'
import type { Sql } from '#storage/database.ts'

/** Writes fetches for the audit logs of their teams, inside the transaction that ends them. */
export type RecordFetches = (sql: Sql, fetches: readonly FetchActivity[]) => Promise<void>

/** What a request says about its caller, for the audit log. */
export interface CallerFacts {
  readonly origin?: string | undefined
  readonly integration?: string | null | undefined
  readonly auditMetadata?: { readonly username: string } | undefined
}

export interface FetchFacts extends FetchSource {
  readonly teamId: string
  readonly scrapeId: string
  readonly caller: CallerFacts
  readonly url: string
  readonly startedAt: Date
  readonly zeroDataRetention: boolean
}

/** Describes a fetch that ended with a document or with an error of the API, for the audit log of the team. */
export function describeFetch(
  { caller, ...facts }: FetchFacts,
  ended:
    | { readonly metadata: { readonly statusCode: number } }
    | { readonly code: string; readonly message: string },
  threat?: ThreatFacts,
): FetchActivity {
  const { origin, integration, auditMetadata } = caller
  const outcome =
    'metadata' in ended
      ? { httpStatus: ended.metadata.statusCode }
      : { code: ended.code, message: ended.message }
  return {
    ...facts,
    origin,
    integration,
    username: auditMetadata?.username,
    completedAt: new Date(),
    outcome,
    threat,
  }
}

/** Requests of an operation that are not for its pages. */
export interface OtherFetches {
  readonly onFetched: OnFetched
  /** The fetches since the last call, for the audit log of the team. */
  readonly take: (facts: Omit<FetchFacts, 'url' | 'scrapeId' | 'startedAt'>) => FetchActivity[]
}

/** Collects the requests for robots.txt and sitemaps that an operation sends. */
export function collectFetches(): OtherFetches {
  let collected: FetchedUrl[] = []
  return {
    onFetched: (fetched) => void collected.push(fetched),
    take({ caller, ...source }) {
      const { origin, integration, auditMetadata } = caller
      const shared = { ...source, origin, integration, username: auditMetadata?.username }
      const taken = collected.map((fetched) => ({ ...shared, scrapeId: newId(), ...fetched }))
      collected = []
      return taken
    },
  }
}
