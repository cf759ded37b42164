import type { Sql } from '#storage/database.ts'

/** A page as it is put into the index. */
export interface IndexablePage {
  readonly teamId: string
  readonly url: string
  readonly title: string
  readonly headings: readonly string[]
  /** Without markup but the signs of headings; what is searched, and shown. */
  readonly text: string
  /** Links of its main content. */
  readonly links: readonly { readonly url: string; readonly text: string }[]
  /** As the page says it: `de`, `en-GB`. */
  readonly language: string | undefined
  readonly publishedAt: Date | undefined
  readonly readAt: Date
}

/** Words and what narrows the pages; the operators of docs/api/search.md. */
export interface IndexQuery {
  readonly words: readonly string[]
  readonly phrases: readonly string[]
  readonly minus: readonly string[]
  readonly inTitle: readonly string[]
  /** Parts of the URL, in any case; all are needed. */
  readonly inUrl?: readonly string[]
  /** The only pages that are searched; all when absent. */
  readonly urls?: readonly string[] | undefined
  /** Hosts of which one is needed; their subdomains count. Empty for all. */
  readonly sites: readonly string[]
  readonly notSites: readonly string[]
  /** Of the query, ISO 639-1. */
  readonly language: string
  readonly limit: number
}

export interface IndexedPage {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly publishedAt: Date | undefined
  readonly readAt: Date
}

export interface Found {
  /** The most fitting first. */
  readonly pages: readonly IndexedPage[]
  /** Words that occur on no page, and the words searched for instead. */
  readonly corrections: readonly { readonly from: string; readonly to: string }[]
  /** Words that are too frequent to be searched; set only when the query has no others. */
  readonly ignored?: readonly string[]
  /** Pages of the team in the index, of those that were asked for; 0 only when there is none. */
  readonly size: number
  /** Set when a question could not be compared by what it means, because the encoder is not reachable. */
  readonly isByWordsOnly?: boolean
  /** Set when the index cannot be searched at the moment. */
  readonly isUnavailable?: boolean
}

/** The index cannot be used at the moment; what was to be written must be written again. */
export class IndexUnavailableError extends Error {
  override name = 'IndexUnavailableError'
}

/** Pages to delete of a team. */
export type Deletion =
  | { readonly kind: 'all' }
  /** The host and its subdomains. */
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }

/** What teams have read, found by words. Teams never see each other's pages. */
export interface PageIndex {
  /** A page with the URL of an earlier one replaces it. */
  put(pages: readonly IndexablePage[], within?: Sql): Promise<void>
  deletePages(teamId: string, what: Deletion, within?: Sql): Promise<void>
  /**
   * Searches of a team wait for each other. Fails with the reason of the signal, and with `SERVICE_UNAVAILABLE` when too many of the team
   * are waiting.
   */
  find(teamId: string, query: IndexQuery, signal?: AbortSignal): Promise<Found>
  /** Makes what was put findable at once. */
  refresh(): Promise<void>
  /** Removes what is too old and what is too much. */
  sweep(): Promise<void>
}
