import type { Page } from 'playwright-core'

/** How a browser presents itself to sites and their scripts. */
interface Presence {
  readonly version: string
  readonly isMobile: boolean
  /** Most wanted first. */
  readonly languages: readonly string[]
  /** The caller's own name for the browser. */
  readonly userAgent?: string | undefined
}

/** Gives a page its name, its client hints and its languages: in headers and to scripts the same. */
export async function present(page: Page, presence: Presence): Promise<void> {
  const { version, isMobile, languages, userAgent } = presence
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: userAgent ?? chromiumUserAgent(version, isMobile),
    acceptLanguage: languages.join(','),
    platform: isMobile ? 'Linux armv81' : 'Linux x86_64',
    // Hints of Chromium would contradict another name.
    ...(userAgent === undefined && { userAgentMetadata: hintsOf(presence) }),
  })
}

/**
 * How a Chromium of this version names itself when it shows pages on a desk or on a phone. Names less than it
 * could, as Chromium does itself: the version without its last parts, and one system for all phones.
 */
export function chromiumUserAgent(version: string, isMobile: boolean): string {
  const system = isMobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64'
  const kind = isMobile ? 'Mobile Safari' : 'Safari'
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorOf(version)}.0.0.0 ${kind}/537.36`
}

const majorOf = (version: string) => version.split('.', 1)[0] ?? version

function hintsOf({ version, isMobile }: Presence) {
  return {
    brands: brandsWith(majorOf(version), '8'),
    fullVersionList: brandsWith(version, '8.0.0.0'),
    platform: isMobile ? 'Android' : 'Linux',
    platformVersion: isMobile ? '15.0.0' : '',
    architecture: isMobile ? '' : 'x86',
    bitness: isMobile ? '' : '64',
    model: isMobile ? 'Pixel 8' : '',
    mobile: isMobile,
  }
}

const brandsWith = (chromium: string, other: string) => [
  { brand: 'Chromium', version: chromium },
  { brand: 'Not:A-Brand', version: other },
]
