import type { Job } from '#jobs/job.ts'
import type { CrawlRequest } from './contract.ts'

const fewPages = 1

/** What may have gone otherwise than meant with a crawl that has ended (docs/api/crawl.md); undefined when nothing. */
export function warningOf(
  { state, total, completed, url, request }: Job,
  blocked: readonly string[],
): string | undefined {
  if (state !== 'completed' || completed > fewPages) return undefined
  if (completed === 0 && blocked.length > 0) {
    return 'robots.txt of the site keeps every page out that this crawl has found.'
  }
  const { crawlEntireDomain, limit, includePaths, excludePaths } = request as CrawlRequest
  if (completed === 0 && total > 0) {
    return 'No page could be loaded; the errors of this crawl say why.'
  }
  if (total === 0 && includePaths.length + excludePaths.length > 0) {
    return 'No page fits includePaths and excludePaths, which the URL of the crawl has to fit as well.'
  }
  if (crawlEntireDomain || limit <= fewPages || new URL(url).pathname === '/') return undefined
  const pages = completed === 1 ? '1 page was' : 'No page was'
  return `${pages} found below this URL. Set crawlEntireDomain to take pages beside and above it, or crawl from a page further up.`
}
