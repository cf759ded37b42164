import { readFileSync } from 'node:fs'
import type { CDPSession } from 'playwright-core'
import { withScriptTimeout } from './script-timeout.ts'
import { cleanBrand } from './clean-brand.ts'
import type { BrandFacts } from './rendering.ts'

/** Longest document that is read for a caller, in characters. */
export const htmlLengthMax = 50_000_000

/** State of a page while it loads. */
export interface PageView {
  /** Content type of the document. */
  readonly contentType: string
  readonly isParsed: boolean
  /** Number of visible characters, counted up to a limit. */
  readonly textLength: number
  readonly images: number
  readonly hasScripts: boolean
  /** Shows almost nothing but a loading indicator. */
  readonly isBusy: boolean
  /** How often elements were added since the first observation. */
  readonly growths: number
}

/** The current document; no HTML if it is too long. */
export interface WrittenPage {
  readonly html?: string
  readonly contentType: string
  readonly textLength: number
}

/**
 * Runs our own scripts in an isolated world of the page. They wait until the page is not busy; a page that always is fails with
 * `SCRAPE_SITE_ERROR`.
 */
export interface InPage {
  look(): Promise<PageView>
  write(lengthMax: number): Promise<WrittenPage>
  /** Whether the bytes of the page may be another encoding than it declares. */
  isMisread(): Promise<boolean>
  /** Reads the computed styles of the page. */
  brand(): Promise<BrandFacts>
}

/** Creates isolated worlds; reads the scripts from disk once. */
export function createInPage(): (session: CDPSession) => InPage {
  const [look, serialise] = [readScript('look'), readScript('serialise')]
  const misread = readScript('misread')
  const brand = brandScripts.map(readScript).join('\n')
  return (session) => {
    // The main frame stays the same across navigations.
    let frameId: Promise<string> | undefined
    const run = async <Answer>(script: string): Promise<Answer> => {
      frameId ??= findFrame(session)
      return withScriptTimeout(evaluateIn(session, await frameId, script))
    }
    return {
      look: () => run(`${look} return look()`),
      write: (lengthMax) => run(`${look} ${serialise} return serialise(${lengthMax})`),
      isMisread: () => run(`${misread} return isMisread()`),
      brand: async () => cleanBrand(await run(`${brand} return readBrand()`)),
    }
  }
}

const brandScripts = [
  'brand-walk',
  'brand-colours',
  'brand-logo',
  'brand-layout',
  'brand-states',
  'brand',
]

/** Returns the text of one of our scripts without its exports. */
export function readScript(name: string): string {
  const file = new URL(`in-page/${name}.js`, import.meta.url)
  return readFileSync(file, 'utf8').replaceAll(/^(export |import .*$)/gm, '')
}

/** Runs the body of a function in an isolated world and returns its result; promises are awaited. */
export async function evaluate<Answer>(session: CDPSession, script: string): Promise<Answer> {
  return evaluateIn(session, await findFrame(session), script)
}

async function findFrame(session: CDPSession): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree')
  return frameTree.frame.id
}

async function evaluateIn<Answer>(
  session: CDPSession,
  frameId: string,
  script: string,
): Promise<Answer> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'weir',
  })
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(() => { ${script} })()`,
    contextId: executionContextId,
    returnByValue: true,
    awaitPromise: true,
  })
  if (!exceptionDetails) return result.value as Answer
  const reason = exceptionDetails.exception?.description ?? exceptionDetails.text
  throw new Error(`A script of the service failed in the page: ${reason}`)
}
