import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { evaluate } from '#browser/in-page.ts'
import { withScriptTimeout } from '#browser/script-timeout.ts'

const source = readFileSync(new URL('in-page/read.js', import.meta.url), 'utf8').replaceAll(
  'export ',
  '',
)
const titleLengthMax = 1_000

/** Most characters that are read. */
interface Lengths {
  readonly html: number
  readonly text: number
}

interface ReadDocument {
  readonly title: string
  readonly html: string
  /** The visible text. */
  readonly text: string
  /** Length of the whole text. */
  readonly textLength: number
}

/**
 * Reads the beginning of the document of a page. It is cut in the page: of a large document the browser does not send the rest. Fails
 * with `SCRAPE_SITE_ERROR` if scripts of the page block it.
 */
export async function readDocument(page: Page, { html, text }: Lengths): Promise<ReadDocument> {
  return run(page, `${source} return read(${titleLengthMax}, ${html}, ${text})`)
}

/** Returns the number of characters of the document as HTML. Fails like `readDocument`. */
export const documentLength = (page: Page): Promise<number> =>
  run(page, 'return document.documentElement?.outerHTML.length ?? 0')

async function run<Answer>(page: Page, script: string): Promise<Answer> {
  const session = await page.context().newCDPSession(page)
  try {
    return await withScriptTimeout(evaluate<Answer>(session, script))
  } finally {
    // A session of a page that is closed has ended.
    await session.detach().catch(() => {})
  }
}
