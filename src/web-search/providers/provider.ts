import type { FoundPassage } from '#page-index/find-passages.ts'
import type { ApiAnswer, ApiRequest } from '#net/api-client.ts'
import type { TimeRange } from '#web-search/time-range.ts'

export const sources = ['web', 'news', 'images'] as const
/** A group of results: what is searched. */
export type Source = (typeof sources)[number]

/**
 * A search engine, as two pure functions and the facts that the rest needs to know. `request` writes the request for one
 * page of results, `read` reads the answer; sending, failover, paging, health and filtering are not its concern.
 */
export interface SearchProvider {
  /** As settings and warnings name it. */
  readonly name: string
  readonly sources: readonly Source[]
  readonly supports: Support
  readonly limits: {
    /** Results that one call returns, for each source; a call for more is repeated for the next page. */
    readonly perPage: Readonly<Partial<Record<Source, number>>>
    /** Calls for one search, at most 5. */
    readonly pagesMax: number
    /** Longest query; site lists are split into several queries to fit. */
    readonly queryCharsMax: number
  }
  /** No limits when absent. */
  readonly pace?: {
    /** Least time between two calls of all processes together; 0 for none. */
    readonly perMs: number
    /** Calls in a UTC day; undefined for no quota. */
    readonly perDay?: number | undefined
  }
  /** A call costs the operator nothing, so that it may overtake a slow provider. */
  readonly isFree: boolean
  /** Reads pages made for people, whose engines answer suspected robots with unrelated results: these are a failure. */
  readonly readsPages?: boolean
  request(query: ProviderQuery): ApiRequest
  /** Called for answers with status 200 to 299. Throws `SearchProviderError` for what is no list of results. */
  read(answer: ApiAnswer, query: ProviderQuery): readonly RawHit[] | Promise<readonly RawHit[]>
  /** Called before each request. Throws `SearchProviderError` when it must not be sent. */
  check?(request: ApiRequest, callOnce: CallOnce): Promise<void>
  /** What an answer with another status means, where it differs from `failureOf` in `send.ts`. */
  failure?(answer: ApiAnswer): SearchProviderError | undefined
}

/** Sends one request. Throws `SearchProviderError` when the server cannot be reached. */
export type CallOnce = (request: ApiRequest) => Promise<ApiAnswer>

/** What a provider does itself. What it does not is done here where that is possible, else named in a warning. */
export interface Support {
  /**
   * `all`: `site:`, `-word`, quotes, `filetype:`, `intitle:` and `inurl:` are understood in the query.
   * `sites`: `site:` with `OR`, `-site:`, quotes and `-word`. `none`: the query is plain words.
   */
  readonly operators: 'all' | 'sites' | 'none'
  /** Takes `includeSites` and `excludeSites` as lists; they are then not written into the query. */
  readonly siteLists?: boolean
  /** `range`: from and to; `unit`: hour, day, week, month or year back; the units it has. */
  readonly time: 'range' | 'none' | readonly TimeUnit[]
  /** `named`: it excludes what is from elsewhere, therefore only a country that the caller named is sent. */
  readonly country?: boolean | 'named'
  /** Those of its sources that take a country; all when absent. */
  readonly countrySources?: readonly Source[]
  readonly language?: boolean
  readonly location?: boolean
  readonly safe?: boolean
}

export const timeUnits = ['hour', 'day', 'week', 'month', 'year'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** A query as this provider takes it: only what `supports` lists is set. */
export interface ProviderQuery {
  readonly source: Source
  readonly text: string
  readonly includeSites: readonly string[]
  readonly excludeSites: readonly string[]
  /** The smallest unit of the provider that covers the wanted time. */
  readonly unit?: TimeUnit | undefined
  readonly range?: TimeRange | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string | undefined
  /** ISO 639-1, or with a region: `de`, `pt-BR`. */
  readonly language?: string | undefined
  readonly location?: string | undefined
  /** True leaves out what is explicit. */
  readonly safe?: boolean | undefined
  /** The caller's `tbs`, word for word, for providers that speak it. */
  readonly tbs?: string | undefined
  readonly filter?: string | undefined
  /** Results wanted on this page, at most `limits.perPage`. */
  readonly count: number
  /** 0 for the first page of results. */
  readonly page: number
}

/** A result as a provider gives it; `cleanHits` cleans and bounds it. */
export interface RawHit {
  readonly url: string
  readonly title?: string | null | undefined
  readonly text?: string | null | undefined
  /** As the provider writes it: `2 hours ago`, or ISO 8601. */
  readonly date?: string | null | undefined
  readonly imageUrl?: string | null | undefined
  readonly imageWidth?: number | null | undefined
  readonly imageHeight?: number | null | undefined
}

/** A result of a provider, cleaned and bounded. */
export interface Hit {
  readonly url: string
  readonly title: string
  readonly text: string
  /** As the provider writes it: `2 hours ago`, or ISO 8601. */
  readonly date?: string | undefined
  readonly imageUrl?: string | undefined
  readonly imageWidth?: number | undefined
  readonly imageHeight?: number | undefined
  /** Of a page of the team, when they are wanted. */
  readonly passages?: readonly FoundPassage[] | undefined
}

/**
 * Why a provider gave nothing:
 * - `limited`: too many calls for now; `quota`: for today
 * - `key`: its key is refused, or the provider is configured wrongly
 * - `blocked`: it takes us for a robot
 * - `refused`: it does not take this query; others it may
 * - `failed`: everything else
 */
export type FailureKind = 'limited' | 'quota' | 'key' | 'blocked' | 'refused' | 'failed'

/** The message is one short clause for warnings and the log, without keys and queries: `rate limited`. */
export class SearchProviderError extends Error {
  override name = 'SearchProviderError'
  readonly kind: FailureKind
  readonly retryAfterMs: number

  constructor(kind: FailureKind, message: string, retryAfterMs = 0) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
