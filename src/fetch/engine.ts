import type { ProfileUse } from '#browser/rendering.ts'
import type { Caller } from '#kernel/caller.ts'
import type { EngineName, Page, PageRequest } from './page.ts'

/** Abilities that a request may need beyond fetching one URL. */
export type Ability = 'scripts' | 'actions' | 'screenshot' | 'branding' | 'profile'

/** Validators of a cached copy; the response may then be a Page with status 304 and no body. */
export interface Validators {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

/** What is decided before an engine is asked. */
type Decided = 'proxy' | 'profile' | 'stickyKey' | 'maxAge' | 'minAge' | 'lockdown' | 'storeInCache'

/** One attempt at a page: its request, with the proxy pool chosen, which may have been `auto`. */
export interface FetchAttempt extends Omit<PageRequest, Decided> {
  readonly proxy: 'basic' | 'enhanced'
  /** Label of the route to take. */
  readonly route?: string | undefined
  readonly revalidate?: Validators | undefined
  readonly profile?: ProfileUse | undefined
  /** When the caller needs the result, complete or not. */
  readonly deadlineAt?: Date | undefined
  /** Requests that `hadText` of the rendering is determined. */
  readonly comparesSource?: boolean | undefined
}

/**
 * Fetches pages. Throws `ServiceError` for failures of the site, or the reason of the signal. Returns undefined if the URL leads to a
 * file that this engine does not read.
 */
export interface Engine {
  readonly name: EngineName
  readonly abilities: ReadonlySet<Ability>
  fetch(attempt: FetchAttempt, caller: Caller): Promise<Page | undefined>
  /** Whether `enhanced` differs from `basic`: by its proxies or its browser. Otherwise it behaves as `basic`. */
  readonly hasEnhanced: boolean
}
