import type { Remembered } from './request-history.ts'
import * as words from '../words/en/playground.ts'

interface Example {
  readonly title: string
  readonly text: string
  readonly request: () => Promise<Remembered>
}

/** A page of a shop, small enough to be read here. */
const shopPage = `<!doctype html><html lang="en"><title>Blue enamel kettle, 2 litres</title><main>
<h1>Blue enamel kettle, 2 litres</h1><p>Price: € 34.90</p><p>In stock: 12</p>
<p>Enamelled in Bohemia, with a steel lid that does not rattle.</p>
<table><tr><th>Volume</th><td>2 l</td></tr><tr><th>Weight</th><td>980 g</td></tr></table></main></html>`

const kettleSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    weight: { type: 'string' },
  },
}

/** What to try first: two need no connection to the internet, and no language model. */
export const examples: readonly Example[] = [
  {
    title: words.exampleShop,
    text: words.exampleShopText,
    request: async () => ({
      key: 'post /v2/parse',
      values: {
        file: new File([shopPage], 'kettle.html', { type: 'text/html' }),
        formats: ['markdown', { type: 'json', schema: kettleSchema }],
      },
    }),
  },
  {
    title: words.exampleDocs,
    text: words.exampleDocsText,
    async request() {
      const page = await fetch('/docs')
      const file = new File([await page.text()], 'docs.html', { type: 'text/html' })
      return { key: 'post /v2/parse', values: { file, formats: ['markdown', 'links'] } }
    },
  },
  {
    title: words.exampleWeb,
    text: words.exampleWebText,
    request: async () => ({
      key: 'post /v2/scrape',
      values: { url: 'https://example.com/', formats: ['markdown', 'links'] },
    }),
  },
]
