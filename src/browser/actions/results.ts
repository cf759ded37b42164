import { ActionError } from './action-error.ts'
import type { ActionResults, Image } from './action.ts'

/** Maximum of all results of a request together. */
const resultBytesMax = 64 * 1024 * 1024

/** Collects results of actions up to the limit. */
export interface Collected extends ActionResults {
  addScreenshot(image: Image): void
  addScrape(scrape: { readonly url: string; readonly html: string }): void
  addReturn(returned: { readonly type: string; readonly value: unknown }, length: number): void
  addPdf(bytes: Uint8Array): void
}

export function collectResults(): Collected {
  const screenshots: Image[] = []
  const scrapes: { url: string; html: string }[] = []
  const javascriptReturns: { type: string; value: unknown }[] = []
  const pdfs: Uint8Array[] = []
  let collectedBytes = 0
  const count = (bytes: number) => {
    collectedBytes += bytes
    if (collectedBytes <= resultBytesMax) return
    throw new ActionError('RESULT_TOO_LARGE', 'The steps bring more than 64 MB together.')
  }
  return {
    screenshots,
    scrapes,
    javascriptReturns,
    pdfs,
    addScreenshot(image) {
      count(image.bytes.byteLength)
      screenshots.push(image)
    },
    addScrape(scrape) {
      count(scrape.html.length)
      scrapes.push(scrape)
    },
    addReturn(returned, length) {
      count(length)
      javascriptReturns.push(returned)
    },
    addPdf(bytes) {
      count(bytes.byteLength)
      pdfs.push(bytes)
    },
  }
}
