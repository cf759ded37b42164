/** Crawls a site with @crawlee/cheerio and prints the crawled pages as a JSON array. It reads links and stores nothing. */
import { loadPeer } from '#benchmarks/peers/peers.ts'

interface Context {
  readonly request: { readonly loadedUrl: string }
  readonly response: { readonly statusCode?: number }
  readonly enqueueLinks: (options: { strategy: 'same-hostname' }) => Promise<unknown>
}

interface Crawlee {
  CheerioCrawler: new (options: object) => { run(starts: readonly string[]): Promise<unknown> }
}

const { CheerioCrawler } = await loadPeer<Crawlee>('@crawlee/cheerio')
const pages: string[] = []
const crawler = new CheerioCrawler({
  maxRequestRetries: 0,
  async requestHandler({ request, enqueueLinks }: Context) {
    pages.push(request.loadedUrl)
    await enqueueLinks({ strategy: 'same-hostname' })
  },
})
await crawler.run([process.argv[2] ?? ''])
process.stdout.write(JSON.stringify(pages))
