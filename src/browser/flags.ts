import { statfsSync } from 'node:fs'
import type { ProxyAddress } from '#net/filtering-proxy.ts'

export interface FlagOptions {
  /** The only folder that the browser writes to. */
  readonly folder: string
  readonly proxy: ProxyAddress
  readonly hasSandbox: boolean
  /** Behaves as with a window: with scrollbars, a renderer for WebGL, and without the marks of automation. For full browsers. */
  readonly isLikeWindow?: boolean
  /** Memory limit of the scripts of one page. */
  readonly scriptBytesMax: number
}

/**
 * Returns the command line of Chromium; no part of it comes from a request. The proxy decides what can be reached; these flags
 * ensure that there is no network access beside it.
 */
export function browserFlags(options: FlagOptions): string[] {
  const { folder, proxy, hasSandbox, isLikeWindow = false, scriptBytesMax } = options
  return [
    ...(isLikeWindow && hasWindows ? inWindows : ['--headless']),
    '--remote-debugging-pipe',
    `--user-data-dir=${folder}`,
    ...wayOut(proxy),
    ...quiet,
    ...picture,
    ...(isLikeWindow ? likeWindow : withoutWindow),
    ...(hasSandbox ? [] : ['--no-sandbox']),
    ...(hasRoomInSharedMemory() ? [] : ['--disable-dev-shm-usage']),
    `--js-flags=--max-old-space-size=${Math.floor(scriptBytesMax / 1024 ** 2)}`,
    `--disable-features=${unwanted.join(',')}`,
    '--no-startup-window',
  ]
}

/**
 * Loopback goes through the proxy as well, no name except the proxy's own is resolved locally, and protocols that bypass proxies
 * (WebRTC, QUIC) are disabled. The proxy admits only contexts of this process: the URL here grants no access, and the hash of its
 * key is not secret.
 */
function wayOut({ url, host, domain, publicKeyHash }: ProxyAddress): string[] {
  const address = host.includes(':') ? `[${host}]` : host
  return [
    `--proxy-server=${url}`,
    '--proxy-bypass-list=<-loopback>',
    `--host-resolver-rules=MAP *.${domain} ${address} , MAP * ~NOTFOUND , EXCLUDE ${host}`,
    ...(publicKeyHash ? [`--ignore-certificate-errors-spki-list=${publicKeyHash}`] : []),
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-pings',
  ]
}

/** The browser refuses this port without a connection. */
const refusedUrl = 'http://localhost:1/'

/** Services of the browser's maker that a full browser asks in spite of the flags below: for accounts and for models. */
const nowhere = [`--gaia-url=${refusedUrl}`, `--component-updater=url-source=${refusedUrl}`]

/** Disables everything that the browser would do by itself. */
const quiet = [
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  ...nowhere,
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** Background pages are rendered like visible ones. */
const picture = [
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--mute-audio',
]

const withoutWindow = ['--disable-gpu', '--hide-scrollbars']

/**
 * Whether a full browser can open windows without a display. It then has no headless mode of its own, and says the same of itself
 * to pages, frames, workers and sites as on a desktop.
 */
export const hasWindows = process.platform === 'linux'

const inWindows = ['--ozone-platform=headless', '--ozone-override-screen-size=1920,1080']

const likeWindow = [
  '--disable-blink-features=AutomationControlled',
  '--enable-unsafe-swiftshader',
  '--window-size=1280,887',
]

const unwanted = [
  // Our proxy decides about local networks; Chromium would take the proxy's address for the site's.
  'LocalNetworkAccessChecks',
  'LocalNetworkAccessChecksWebSockets',
  // URLs are requested as given.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // With request interception, it aborts intercepted redirects.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  // Unnecessary work.
  'Prerender2',
  // A process that waits for a second page of the context.
  'SpareRendererForSitePerProcess',
  // Two pages of the browser's own in every window, for the address bar.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  // Services for interactive browsers.
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'Translate',
]

const sharedMemoryBytesMin = 512 * 1024 ** 2

function hasRoomInSharedMemory(): boolean {
  if (process.platform !== 'linux') return true
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= sharedMemoryBytesMin
  } catch {
    return false
  }
}
