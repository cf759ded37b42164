import type { ProfileUse } from '#browser/rendering.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { EngineName, Page, PageRequest } from './page.ts'

/** Abilities that a request may need beyond fetching one URL. */
export type Ability = 'scripts' | 'actions' | 'screenshot' | 'branding' | 'profile'

/** Validators of a cached copy; the response may then be a Page with status 304 and no body. */
export interface Validators {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

/** A page request whose proxy pool is chosen: `auto` is resolved before an engine gets it. */
export interface EngineRequest extends Omit<PageRequest, 'proxy' | 'profile' | 'stickyKey'> {
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
  fetch(request: EngineRequest, waiter: Waiter): Promise<Page | undefined>
  /** Whether `enhanced` differs from `basic`: by its proxies or its browser. Otherwise it behaves as `basic`. */
  readonly hasEnhanced: boolean
}
