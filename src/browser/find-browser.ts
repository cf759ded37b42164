import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A browser that can be started. */
export type LocalBrowser =
  | { readonly kind: 'program'; readonly path: string; readonly source: string }
  /** Comes packed inside an npm package; `folder` holds the packs. */
  | { readonly kind: 'packed'; readonly folder: string; readonly source: string }

/** A browser that can be started, or one that runs elsewhere. */
export type FoundBrowser = LocalBrowser | { readonly kind: 'remote'; readonly url: string }

/** Found by us, not named by the operator. */
export const ofSystem = 'of the system'

/** The plain programs go before the shell scripts that start them, and the headless shell before the whole browser. */
const programs = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The remote browser or the program that is configured, else one of the system, else the packed one.
 * Undefined when there is none. Throws a sentence when the configured program does not exist.
 */
export function findBrowser(configured: {
  readonly url?: string | undefined
  readonly path?: string | undefined
}): FoundBrowser | undefined {
  const { url, path } = configured
  if (url) return { kind: 'remote', url }
  if (path) {
    if (existsSync(path)) return { kind: 'program', path, source: 'configured' }
    throw new Error(`WEIR_BROWSER_PATH names ${path}, which does not exist.`)
  }
  const found = programs.find((program) => existsSync(program))
  if (found) return { kind: 'program', path: found, source: ofSystem }
  return packedBrowser()
}

/** The one inside the npm package; undefined where its program would not run, or when it is not installed. */
export function packedBrowser(): LocalBrowser | undefined {
  const folder = packs()
  return folder === undefined ? undefined : { kind: 'packed', folder, source: 'of the packages' }
}

function packs(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const folder = [entry, dirname(entry), dirname(dirname(entry))]
      .map((path) => join(dirname(path), 'bin'))
      .find((path) => existsSync(join(path, 'chromium.br')))
    return folder
  } catch {
    return undefined
  }
}
