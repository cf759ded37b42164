import type { Job } from '#jobs/job.ts'
import type { CrawlRequest } from './contract.ts'

const fewPages = 1

/** Returns a warning for a completed crawl that met robots.txt, or has at most one page (docs/api/crawl.md); undefined otherwise. */
export function writeWarning(job: Job, isBlocked: boolean): string | undefined {
  if (job.state !== 'completed') return undefined
  if (!isBlocked) return writeFewWarning(job)
  const which = job.completed === 0 ? 'every page' : 'some pages'
  return `robots.txt of the site disallows ${which} that this crawl found: see robotsBlocked of its errors. The /scrape endpoint reads single pages regardless.`
}

function writeFewWarning({ total, completed, url, request }: Job): string | undefined {
  if (completed > fewPages) return undefined
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
