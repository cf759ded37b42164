import type { ProfileUse } from '#browser/rendering.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { EngineName, Page, PageRequest } from './page.ts'

/** What a request may need beyond the bytes of one URL. */
export type Ability = 'scripts' | 'actions' | 'screenshot' | 'profile'

/** Validators of a stored copy; the answer may then be a Page with status 304 and no body. */
export interface Validators {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

/** A page request with its exit decided: `auto` is settled before an engine sees it. */
export interface EngineRequest extends Omit<PageRequest, 'proxy' | 'profile'> {
  readonly proxy: 'basic' | 'enhanced'
  readonly revalidate?: Validators | undefined
  readonly profile?: ProfileUse | undefined
  /** When the caller must have the answer, complete or not. */
  readonly deadlineAt?: Date | undefined
  /** Asks whether the page would have been worth reading without running its scripts. */
  readonly comparesSource?: boolean | undefined
}

/**
 * A way to get a page. Throws `ServiceError` for what the site did,
 * or the reason of the signal, which bounds everything. Answers undefined when the URL leads to something that
 * this engine does not read, and another has to.
 */
export interface Engine {
  readonly name: EngineName
  readonly abilities: ReadonlySet<Ability>
  fetch(request: EngineRequest, waiter: Waiter): Promise<Page | undefined>
  /** Whether this engine has exits of its own for the pool; without any, the pool means direct connections. */
  hasProxies(pool: 'basic' | 'enhanced'): boolean
}
