import type { ContentMetadata } from '#content/content.ts'

/** The main content of a page that a scrape has read. */
export interface ReadPage {
  readonly teamId: string
  /** Where the redirects ended. */
  readonly url: string
  readonly fetchedAt: Date
  readonly markdown: string
  readonly metadata: ContentMetadata
}

/**
 * Pages that were read a moment ago, so that the indexer need not read them again. Kept in memory alone: what it does not
 * find here it reads from the cache.
 */
export interface ReadPages {
  offer(page: ReadPage): void
  /** The page, once. */
  take(key: Pick<ReadPage, 'teamId' | 'url' | 'fetchedAt'>): ReadPage | undefined
}

const charsMax = 32 * 1024 * 1024
const pageCharsMax = 2 * 1024 * 1024

export function createReadPages(): ReadPages {
  /** The oldest first. */
  const pages = new Map<string, ReadPage>()
  let chars = 0

  function remove(key: string): ReadPage | undefined {
    const page = pages.get(key)
    if (page) chars -= page.markdown.length
    pages.delete(key)
    return page
  }

  return {
    offer(page) {
      if (page.markdown.length > pageCharsMax) return
      const key = nameOf(page)
      remove(key)
      pages.set(key, page)
      chars += page.markdown.length
      for (const oldest of pages.keys()) {
        if (chars <= charsMax) break
        remove(oldest)
      }
    },
    take: (key) => remove(nameOf(key)),
  }
}

const nameOf = ({ teamId, url, fetchedAt }: Pick<ReadPage, 'teamId' | 'url' | 'fetchedAt'>) =>
  `${teamId} ${fetchedAt.getTime()} ${url}`
