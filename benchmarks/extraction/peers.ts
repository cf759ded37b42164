import { parseDocument } from 'htmlparser2'
import { hasPeers, loadPeer } from '#benchmarks/peers/peers.ts'
import type { Extractor } from './extractors.ts'
import { pythonPeers } from './python-peers.ts'
import { readText } from './text-of.ts'

interface Dom {
  readonly document: object
}

const textIn = (html: string) => readText(parseDocument(html).children)

/** Other extractors that are installed, by npm or pip. */
export async function peerExtractors(): Promise<Extractor[]> {
  return [...(await packageExtractors()), ...pythonPeers()]
}

/** Those of `npm install --prefix benchmarks/peers`. */
async function packageExtractors(): Promise<Extractor[]> {
  if (!hasPeers()) return []
  const { parseHTML } = await loadPeer<{ parseHTML: (html: string) => Dom }>('linkedom')
  const { Readability } = await loadPeer<{
    Readability: new (document: object) => { parse(): { content?: string } | null }
  }>('@mozilla/readability')
  const { Defuddle } = await loadPeer<{
    Defuddle: (document: object, url: string) => Promise<{ content?: string }>
  }>('defuddle/node')
  return [
    {
      name: 'Readability + linkedom',
      isPeer: true,
      extract: (html) => textIn(new Readability(parseHTML(html).document).parse()?.content ?? ''),
    },
    {
      name: 'defuddle + linkedom',
      isPeer: true,
      extract: async (html) => {
        const { content = '' } = await Defuddle(parseHTML(html).document, 'https://site.test/')
        return textIn(content)
      },
    },
  ]
}
