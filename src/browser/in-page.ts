import { readFileSync } from 'node:fs'
import type { CDPSession } from 'playwright-core'
import { answerOf } from './answer-of.ts'

/** How far a page is. */
export interface PageView {
  /** What the browser takes the document for. */
  readonly contentType: string
  readonly isParsed: boolean
  /** Characters that a reader sees, counted as far as they matter. */
  readonly textLength: number
  readonly images: number
  readonly hasScripts: boolean
  /** Says of itself, and little else, that it is at work. */
  readonly isBusy: boolean
  /** How often elements came since the first look. */
  readonly growths: number
}

/** The document as it stands; no HTML when it is too long. */
export interface WrittenPage {
  readonly html?: string
  readonly contentType: string
  readonly textLength: number
}

/**
 * Our own scripts in a page, in a world that its scripts do not reach. They wait until the page has time for them;
 * a page that never has fails with `SCRAPE_SITE_ERROR`.
 */
export interface InPage {
  look(): Promise<PageView>
  write(lengthMax: number): Promise<WrittenPage>
}

/** Makes such worlds; reads the scripts from the disk once. */
export function createInPage(): (session: CDPSession) => InPage {
  const [look, serialise] = [readScript('look'), readScript('serialise')]
  return (session) => {
    // The frame of the page itself stays the same wherever the page goes.
    let frameId: Promise<string> | undefined
    const run = async <Answer>(script: string): Promise<Answer> => {
      frameId ??= frameOf(session)
      return answerOf(evaluateIn(session, await frameId, script))
    }
    return {
      look: () => run(`${look} return look()`),
      write: (lengthMax) => run(`${look} ${serialise} return serialise(${lengthMax})`),
    }
  }
}

/** The text of a script of ours, without what makes it a module. */
export function readScript(name: string): string {
  const file = new URL(`in-page/${name}.js`, import.meta.url)
  return readFileSync(file, 'utf8').replaceAll(/^(export |import .*$)/gm, '')
}

/** Runs the body of a function in such a world and answers what it returns, promises awaited. */
export async function evaluate<Answer>(session: CDPSession, script: string): Promise<Answer> {
  return evaluateIn(session, await frameOf(session), script)
}

async function frameOf(session: CDPSession): Promise<string> {
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
  throw new Error(`A script of ours failed in the page: ${reason}`)
}
