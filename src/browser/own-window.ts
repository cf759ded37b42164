import type { BrowserContextOptions } from 'playwright-core'
import { withoutUndefined } from '#kernel/without-undefined.ts'
import type { ContextSetting } from './browsers.ts'
import { deskViewport } from './context-setting.ts'

export interface Emulation {
  /** Options of the context for size and device. */
  readonly size: Pick<
    BrowserContextOptions,
    'viewport' | 'screen' | 'deviceScaleFactor' | 'hasTouch' | 'isMobile'
  >
  /** Languages that the browser does not have by itself, or all of its identity. */
  readonly identity: 'none' | 'languages' | 'all'
}

interface WindowRequest {
  /** Whether the browser opens windows. */
  readonly hasWindows: boolean
  readonly context: ContextSetting
  /** User agent of the caller. */
  readonly userAgent: string | undefined
}

/** Most preferred first, as the browser has them by itself. */
export const ownLanguages: readonly string[] = ['en-US', 'en']

/** Returns what has to be emulated: in a browser with windows only what differs from them, because pages can detect it. */
export function makeEmulation({ hasWindows, context, userAgent }: WindowRequest): Emulation {
  const { viewport, screen, deviceScaleFactor, hasTouch, isMobile = false } = context
  const isDesk = hasWindows && !isMobile
  const isOwnSize =
    viewport?.width === deskViewport.width && viewport.height === deskViewport.height
  const size =
    isDesk && (isOwnSize || viewport === undefined)
      ? { viewport: null }
      : { viewport, screen, deviceScaleFactor, hasTouch, isMobile }
  if (!isDesk || userAgent !== undefined) return { size: withoutUndefined(size), identity: 'all' }
  const { languages = ownLanguages } = context
  const isOwn = languages.join() === ownLanguages.join()
  return { size: withoutUndefined(size), identity: isOwn ? 'none' : 'languages' }
}
