import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import { createMemory } from '#kernel/memory.ts'

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
  const pages = createMemory<ReadPage>({
    sizeMax: charsMax,
    measureSize: ({ markdown }) => markdown.length + 1,
  })
  return {
    offer(page) {
      if (page.markdown.length <= pageCharsMax) pages.set(makeName(page), page)
    },
    take(key) {
      const page = pages.get(makeName(key))
      pages.delete(makeName(key))
      return page
    },
  }
}

const makeName = ({ teamId, url, fetchedAt }: Pick<ReadPage, 'teamId' | 'url' | 'fetchedAt'>) =>
  `${teamId} ${fetchedAt.getTime()} ${url}`
