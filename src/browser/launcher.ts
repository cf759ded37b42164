import type { FilteringProxy } from '#net/filtering-proxy.ts'
import { endLeftOvers } from './browser-folder.ts'
import { browserUser } from './browser-user.ts'
import { connectBrowser } from './connect.ts'
import type { FoundBrowser } from './find-browser.ts'
import { launchBrowser, type RunningBrowser } from './launch.ts'
import { unpack, type BrowserProgram } from './unpack.ts'

export interface LauncherOptions {
  readonly found: FoundBrowser | undefined
  readonly proxy: Pick<FilteringProxy, 'url' | 'host'>
  readonly hasSandbox: boolean
  readonly pageBytesMax: number
}

/** There is no browser, or it does not start; the message says what it said. */
export class NoBrowser extends Error {
  override name = 'NoBrowser'
}

/** Starts the browser that was found, or connects to it. The first time, the ones of killed processes are ended. */
export function createLauncher(options: LauncherOptions): () => Promise<RunningBrowser> {
  const { found, proxy, hasSandbox, pageBytesMax } = options
  let program: Promise<BrowserProgram> | undefined

  return async () => {
    try {
      if (!found) throw new Error('There is no browser.')
      if (found.kind === 'remote') return await connectBrowser(found.url)
      program ??= prepare(found)
      const scriptBytesMax = pageBytesMax
      return await launchBrowser({ program: await program, proxy, hasSandbox, scriptBytesMax })
    } catch (cause) {
      program = undefined
      throw new NoBrowser(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }
}

async function prepare(local: Exclude<FoundBrowser, { kind: 'remote' }>): Promise<BrowserProgram> {
  await endLeftOvers()
  return unpack(local)
}

/** One line: which browser, its version once it has run, and its box. */
export function describeBrowser(
  { found, hasSandbox }: Pick<LauncherOptions, 'found' | 'hasSandbox'>,
  version?: string,
): string {
  if (!found) return 'none'
  const name = version === undefined ? 'Chromium' : `Chromium ${version}`
  if (found.kind === 'remote') return `${name}, remote at ${new URL(found.url).host}`
  const where = found.kind === 'packed' ? found.source : `${found.source}, ${found.path}`
  const user = browserUser()
  const runner = user === undefined ? '' : `, as user ${user.uid}`
  return `${name} ${where}, sandbox ${hasSandbox ? 'on' : 'off'}${runner}`
}
