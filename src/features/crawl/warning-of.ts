import type { Job } from '#jobs/job.ts'
import type { CrawlRequest } from './contract.ts'

const fewPages = 1

/** Returns a warning for a completed crawl with at most one page (docs/api/crawl.md); undefined otherwise. */
export function writeWarning(
  { state, total, completed, url, request }: Job,
  blocked: readonly string[],
): string | undefined {
  if (state !== 'completed' || completed > fewPages) return undefined
  if (completed === 0 && blocked.length > 0) {
    return 'robots.txt of the site disallows every page that this crawl found.'
  }
  const { crawlEntireDomain, limit, includePaths, excludePaths } = request as CrawlRequest
  if (completed === 0 && total > 0) {
    return 'No page could be loaded. See the errors of this crawl.'
  }
  if (total === 0 && includePaths.length + excludePaths.length > 0) {
    return 'No page matches includePaths and excludePaths. They also apply to the start URL.'
  }
  if (crawlEntireDomain || limit <= fewPages || new URL(url).pathname === '/') return undefined
  const pages = completed === 1 ? '1 page was' : 'No page was'
  return `${pages} found below this URL. Set crawlEntireDomain to include pages outside of it, or start at a higher path.`
}
