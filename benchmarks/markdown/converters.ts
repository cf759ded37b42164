import { pathToFileURL } from 'node:url'
import type { Document } from 'domhandler'

/** Converts a parsed page to Markdown. */
export interface Converter {
  readonly name: string
  readonly convert: (document: Document) => string
}

/** The baseline of the data folder: one recursive pass over the same tree. */
export async function loadPeers(baseline: string, baseUrl: string): Promise<Converter[]> {
  const { domToMd } = (await import(pathToFileURL(baseline).href)) as {
    domToMd: (document: Document, baseUrl: string) => string
  }
  return [{ name: 'baseline', convert: (document) => domToMd(document, baseUrl) }]
}
