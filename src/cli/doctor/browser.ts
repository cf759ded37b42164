import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const subject = 'browser'
const startMsMax = 40_000
const causeCharsMax = 300
const install =
  'Install one, on Debian with "apt-get install chromium-headless-shell", or set WEIR_BROWSER_PATH or WEIR_BROWSER_URL.'

/**
 * Checks that the browser loads a page through our proxy. Weir works without a browser for pages that do not need
 * one.
 */
export async function checkBrowser(
  config: Config,
  interrupted?: AbortSignal,
): Promise<DoctorFinding> {
  if (config.browser.pagesMax === 0) {
    const text = 'switched off: pages are taken as they come, without their scripts'
    return { subject, state: 'note', text }
  }
  try {
    return await start(config, interrupted)
  } catch (error) {
    const cause = deepestMessage(error)
    return { subject, state: 'missing', text: shorten(cause), mend: mendFor(cause) }
  }
}

async function start(config: Config, interrupted?: AbortSignal): Promise<DoctorFinding> {
  const { openBrowsers } = await import('#compose-terminal.ts')
  await using browsers = await openBrowsers(config)
  if (!browsers.isAvailable) {
    const text = 'none: scripts of pages do not run; actions and screenshots are refused'
    return { subject, state: 'note', text, mend: install }
  }
  const text = await browsers.withPage(
    { proxy: 'basic', skipTlsVerification: false, headers: {}, context: {} },
    {
      teamId: 'terminal',
      signal: AbortSignal.any([
        AbortSignal.timeout(startMsMax),
        ...(interrupted ? [interrupted] : []),
      ]),
    },
    // The first browser of a process loads a test page before it is used.
    async () => browsers.describe(),
  )
  const complaint = browsers.complaint()
  if (complaint !== undefined) {
    const found = `${text}, instead of one of the system: ${shorten(complaint)}`
    return { subject, state: 'note', text: found, mend: mendFor(complaint) }
  }
  const isBoxed = config.browser.sandbox === 'on' || config.secrets.browserUrl.length > 0
  return { subject, state: isBoxed ? 'ok' : 'note', text }
}

/** The output of Chromium is the last cause. */
function deepestMessage(error: unknown): string {
  let message = String(error)
  let at = error
  while (at instanceof Error) {
    if (at.name === 'NoBrowserError') return at.message
    message = at.message
    at = at.cause
  }
  return message
}

const shorten = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[\d+:[^\][]*\] /g, '')
    .slice(0, causeCharsMax)

function mendFor(cause: string): string {
  if (/sandbox|namespace|setuid/i.test(cause)) {
    return (
      'Let unprivileged users make user namespaces, or install the package chromium-sandbox; in a container ' +
      'use the seccomp profile of compose.yaml. See docs/browser.md.'
    )
  }
  if (/shared libraries/i.test(cause)) return `A library is missing. ${install}`
  if (/remote|connectOverCDP|ECONNREFUSED|WebSocket/i.test(cause)) {
    return 'Check WEIR_BROWSER_URL, and that the browser there accepts connections from this machine.'
  }
  return install
}
