import type { SearchProvider } from './provider.ts'

/** What resellers of the results of Google can be asked for. */
export const googleReach = {
  sources: ['web', 'news', 'images'],
  supports: {
    operators: 'all',
    // `tbs` is passed on as the caller wrote it.
    time: 'range',
    country: true,
    language: true,
    location: true,
    safe: true,
  },
  limits: { perPage: { web: 100, news: 100, images: 100 }, pagesMax: 5, queryCharsMax: 2_048 },
  isFree: false,
} as const satisfies Partial<SearchProvider>
