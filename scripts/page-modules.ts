import type { Module } from './team-modules.ts'

/** Modules that several features read pages, sites and the web with. */
export const pageModules: Readonly<Record<string, Module>> = {
  pages: {
    purpose:
      'A page request becomes a Document: request options, permissions, prices, safety, formats, stored results.',
    imports: [
      'reading',
      'data-providers',
      'threat',
      'page-index',
      'formats',
      'operations',
      'jobs',
      'fetch',
      'safety',
      'content',
      'credits',
      'storage',
      'kernel',
    ],
  },
  sites: {
    purpose:
      'Which URLs belong to a site and which are one page: scope, path patterns, URL keys, sitemaps.',
    imports: ['fetch', 'content', 'kernel'],
  },
  'web-search': {
    purpose:
      'Search of the web and of the pages of the team: search providers, failover, fusion, passages.',
    imports: ['reading', 'page-index', 'fetch', 'content', 'net', 'storage', 'kernel'],
  },
  'job-api': {
    purpose:
      'What every job of pages offers: start, status with paging, errors, cancellation, progress over a WebSocket.',
    imports: [
      'export',
      'formats',
      'operations',
      'delivery',
      'jobs',
      'queue',
      'credits',
      'accounts',
      'kernel',
    ],
  },
  export: {
    purpose: 'Results of a job as a file: JSON Lines, CSV, Markdown, WARC, llms.txt.',
    imports: ['formats', 'jobs', 'kernel'],
  },
}
