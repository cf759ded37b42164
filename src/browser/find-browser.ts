import { existsSync } from 'node:fs'

/** A browser that can be started. */
export type LocalBrowser =
  | { readonly kind: 'program'; readonly path: string; readonly source: string }
  /** Compressed in an npm package. */
  | { readonly kind: 'packed'; readonly source: string }

/** A browser that can be started, or remote ones. */
export type FoundBrowser =
  | LocalBrowser
  | { readonly kind: 'remote'; readonly urls: readonly string[] }

/** Source of a browser that was found, not configured. */
export const ofSystem = 'of the system'

/** Names the browser of the npm package instead of a path. */
const packages = 'packages'

/** Programs before the shell scripts that start them, and the headless shell before the full browser. */
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

/** Full browsers: their new headless mode is the same program as with a window. */
const fullPrograms = programs.filter((program) => !program.endsWith('-headless-shell'))

/** Returns the full browser of the system; undefined without one. */
export function findFullBrowser(): LocalBrowser | undefined {
  const found = fullPrograms.find((program) => existsSync(program))
  return found === undefined ? undefined : { kind: 'program', path: found, source: ofSystem }
}

/**
 * Returns the configured remote browsers or program, else one of the system, else the packed one.
 * Undefined without any. Throws if the configured program does not exist.
 */
export function findBrowser(configured: {
  readonly urls?: readonly string[]
  readonly path?: string | undefined
}): FoundBrowser | undefined {
  const { urls = [], path } = configured
  if (urls.length > 0) return { kind: 'remote', urls }
  if (path === packages) {
    const packed = packedBrowser()
    if (packed) return packed
    throw new Error(`WEIR_BROWSER_PATH is ${packages}, and the package has no browser for here.`)
  }
  if (path) {
    if (existsSync(path)) return { kind: 'program', path, source: 'configured' }
    throw new Error(`WEIR_BROWSER_PATH names ${path}, which does not exist.`)
  }
  const found = programs.find((program) => existsSync(program))
  if (found) return { kind: 'program', path: found, source: ofSystem }
  return packedBrowser()
}

/** The browser of the npm package, which is installed on first use; undefined if it cannot run here. */
export function packedBrowser(): LocalBrowser | undefined {
  const canRun = process.platform === 'linux' && process.arch === 'x64'
  return canRun ? { kind: 'packed', source: 'of the packages' } : undefined
}
