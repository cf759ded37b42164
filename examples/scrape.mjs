/** Scrapes one page with the public JS SDK, unmodified: WEIR_KEY=… node examples/scrape.mjs https://example.com */
import { Firecrawl } from 'firecrawl'

const weir = new Firecrawl({
  apiKey: process.env.WEIR_KEY,
  apiUrl: process.env.WEIR_URL ?? 'http://localhost:3002',
})

const page = await weir.scrape(process.argv[2] ?? 'https://example.com', {
  formats: ['markdown', 'links'],
})
console.log(page.metadata.title)
console.log(page.markdown)
console.log(`${page.links.length} links`)
