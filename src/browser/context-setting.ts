import { languagesOf } from '#kernel/languages.ts'
import type { ContextSetting } from './browsers.ts'
import type { RenderRequest } from './rendering.ts'
import { timeZoneOf } from './time-zones.ts'

/** A window on a desk. */
const desk = {
  viewport: { width: 1_280, height: 800 },
  screen: { width: 1_920, height: 1_080 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
}

/** A phone as most are: as wide as a Pixel 8, below the bar of its browser. */
const phone = {
  viewport: { width: 412, height: 839 },
  screen: { width: 412, height: 915 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
}

/** The device and the place a page is shown on and in (docs/api/scrape.md). */
export function contextSetting({
  mobile,
  location,
  screenshot,
}: Pick<RenderRequest, 'mobile' | 'location' | 'screenshot'>): ContextSetting {
  const device = mobile ? phone : desk
  return {
    ...device,
    viewport: screenshot?.viewport ?? device.viewport,
    locale: localeOf(location),
    timezoneId: timeZoneOf(location.country),
    languages: languagesOf(location),
  }
}

/** The language scripts are told. */
function localeOf(location: RenderRequest['location']): string {
  const [first = 'en-US'] = languagesOf(location)
  return canonical(first) ?? 'en-US'
}

function canonical(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).baseName
  } catch {
    return undefined
  }
}
