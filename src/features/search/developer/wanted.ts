import type { ApiAnswer, ApiRequest } from '#net/api-client.ts'
import type { Askable } from '#web-search/ask-one.ts'

export const developerTypes = ['doc', 'issue', 'pull_request', 'readme'] as const
export type DeveloperType = (typeof developerTypes)[number]
export type RepositoryType = Exclude<DeveloperType, 'doc'>

/** What is searched for in the developer index (docs/api/research.md). */
export interface DeveloperWanted {
  readonly query: string
  readonly limit: number
  readonly types: readonly DeveloperType[]
  /** `owner/name`; empty for all. */
  readonly repos: readonly string[]
  /** Hosts and beginnings of URLs of documentation; empty for all. */
  readonly sources: readonly string[]
  readonly skillsOnly: boolean
  /** Passages of one result. */
  readonly passages: number
  readonly repository: RepositoryFilter
}

/** What only repositories have. */
export interface RepositoryFilter {
  readonly language?: string | undefined
  readonly topics: readonly string[]
  readonly license?: string | undefined
  readonly minStars?: number | undefined
  readonly maxStars?: number | undefined
  readonly archived?: boolean | undefined
  readonly fork?: boolean | 'only' | undefined
}

export const isFiltered = ({ topics, ...rest }: RepositoryFilter) =>
  topics.length > 0 || Object.values(rest).some((value) => value !== undefined)

/** A result before it is bounded; `text` is what passages are taken from. */
export interface DeveloperHit {
  readonly id: string
  readonly type: DeveloperType
  readonly url: string
  readonly title: string
  readonly text: string
  readonly license?: string | undefined
  /** `owner/name`, of which the README can be read. */
  readonly repo?: string | undefined
}

export interface DeveloperCall {
  readonly request: ApiRequest
  /** Pure; throws `SearchProviderError`. */
  read(answer: ApiAnswer): readonly DeveloperHit[]
}

/** An index of repositories or packages outside of Weir. */
export interface DeveloperSource extends Askable {
  /** Undefined for what it cannot answer. */
  call(type: RepositoryType, wanted: DeveloperWanted): DeveloperCall | undefined
  /** The request for the README of a repository, as Markdown; undefined when that is too expensive. */
  readonly readme?: ((repo: string) => ApiRequest) | undefined
  /** What an answer means beyond its status. */
  failure?(answer: ApiAnswer, now: Date): Error | undefined
}
