import type { Page } from 'playwright-core'
import type { RunningBrowser } from './launch.ts'

/** How a browser identifies itself to sites and scripts. */
interface Presence {
  readonly version: string
  readonly isMobile: boolean
  /** Most preferred first. */
  readonly languages: readonly string[]
  /** User agent of the caller. */
  readonly userAgent?: string | undefined
}

/** Sets user agent, client hints and languages of a page, for headers and scripts alike. */
export async function present(page: Page, presence: Presence): Promise<void> {
  const { version, isMobile, languages, userAgent } = presence
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: userAgent ?? chromiumUserAgent(version, isMobile),
    acceptLanguage: languages.join(','),
    platform: isMobile ? 'Linux armv81' : 'Linux x86_64',
    // Client hints of Chromium would contradict another user agent.
    ...(userAgent === undefined && { userAgentMetadata: makeHints(presence) }),
  })
}

interface LanguageSetting {
  /** Most preferred first. */
  readonly languages: readonly string[]
  readonly targetLanguages: RunningBrowser['targetLanguages']
}

/** Sets only the languages of a page and its workers and frames, and leaves everything else as the browser has it. */
export async function presentLanguages(
  page: Page,
  { languages, targetLanguages }: LanguageSetting,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  if (targetInfo.browserContextId) targetLanguages?.set(targetInfo.browserContextId, languages)
  const acceptLanguage = languages.join(',')
  await session.send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage })
}

/**
 * Returns the user agent of this Chromium version on a desktop or a phone, reduced as by Chromium itself: without minor version,
 * and with the same system for all phones.
 */
export function chromiumUserAgent(version: string, isMobile: boolean): string {
  const system = isMobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64'
  const kind = isMobile ? 'Mobile Safari' : 'Safari'
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${readMajor(version)}.0.0.0 ${kind}/537.36`
}

const readMajor = (version: string) => version.split('.', 1)[0] ?? version

function makeHints({ version, isMobile }: Presence) {
  return {
    brands: brandsWith(readMajor(version), '8'),
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
