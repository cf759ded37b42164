import { statfsSync } from 'node:fs'
import type { ProxyAddress } from '#net/filtering-proxy.ts'

export interface FlagOptions {
  /** Its own folder, and the only one it writes to. */
  readonly folder: string
  readonly proxy: ProxyAddress
  readonly hasSandbox: boolean
  /** Most memory the scripts of one page may hold. */
  readonly scriptBytesMax: number
}

/**
 * The command line of Chromium: ours alone, nothing of it comes from a request.
 * What it may reach is decided by the proxy; these flags see to it that there is no way beside it.
 */
export function browserFlags(options: FlagOptions): string[] {
  const { folder, proxy, hasSandbox, scriptBytesMax } = options
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${folder}`,
    ...wayOut(proxy),
    ...quiet,
    ...picture,
    ...(hasSandbox ? [] : ['--no-sandbox']),
    ...(hasRoomInSharedMemory() ? [] : ['--disable-dev-shm-usage']),
    `--js-flags=--max-old-space-size=${Math.floor(scriptBytesMax / 1024 ** 2)}`,
    `--disable-features=${unwanted.join(',')}`,
    '--no-startup-window',
  ]
}

/**
 * Loopback goes through the proxy like the rest, no name but the proxy's own is resolved here, and what would not go
 * through a proxy (WebRTC, QUIC) does not go. The proxy lets in nobody but the contexts we open: the URL here leads to
 * a refusal, and the hash of its key is no secret.
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

/** Nothing that the browser would do on its own account. */
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
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** Pages that nobody looks at are treated like those in front of somebody. */
const picture = [
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-gpu',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
]

const unwanted = [
  // Our proxy decides about local networks; Chromium would take the proxy's own address for the site's.
  'LocalNetworkAccessChecks',
  'LocalNetworkAccessChecksWebSockets',
  // An address is asked for as it was given.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // With requests being watched, it breaks off redirects that were asked about first.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  // Work for pages that nobody will see.
  'Prerender2',
  // Services of a browser with a reader in front of it.
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
