import { listLanguages } from '#kernel/languages.ts'
import type { ContextSetting } from './browsers.ts'
import type { RenderRequest } from './rendering.ts'
import { chooseTimeZone } from './time-zones.ts'

/** Content of a desktop window, without its bars. */
export const deskViewport = { width: 1_280, height: 800 }

/** A desktop window. */
const desk = {
  viewport: deskViewport,
  screen: { width: 1_920, height: 1_080 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
}

/** A typical phone: as wide as a Pixel 8, without the browser bar. */
const phone = {
  viewport: { width: 412, height: 839 },
  screen: { width: 412, height: 915 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
}

/** Returns the context for device and location (docs/api/scrape.md). */
export function contextSetting({
  mobile,
  location,
  screenshot,
}: Pick<RenderRequest, 'mobile' | 'location' | 'screenshot'>): ContextSetting {
  const device = mobile ? phone : desk
  return {
    ...device,
    viewport: screenshot?.viewport ?? device.viewport,
    locale: chooseLocale(location),
    timezoneId: chooseTimeZone(location.country),
    languages: listLanguages(location),
  }
}

/** The language visible to scripts. */
function chooseLocale(location: RenderRequest['location']): string {
  const [first = 'en-US'] = listLanguages(location)
  return canonical(first) ?? 'en-US'
}

function canonical(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).baseName
  } catch {
    return undefined
  }
}
