import type { Log } from '#kernel/log.ts'
import type { CallApi } from '#net/api-client.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import { createAskRepositories } from './developer/ask-repositories.ts'
import { createSearchDeveloper, type SearchDeveloper } from './developer/developer.ts'
import { github } from './developer/github.ts'
import { createLocalDeveloperPages } from './developer/local-pages.ts'
import { npm } from './developer/npm.ts'
import type { ProviderHealth } from '#web-search/health.ts'
import { arxiv } from './papers/arxiv.ts'
import { createAskPapers } from './papers/ask-papers.ts'
import { createLocalPapers } from './papers/local-papers.ts'
import { openalex } from './papers/openalex.ts'
import type { PapersDeps } from './papers/papers.ts'
import { semanticScholar } from './papers/semantic-scholar.ts'

/** URLs and keys of the indexes of papers and repositories. */
export interface IndexAccess {
  readonly openalexKey?: string | undefined
  readonly openalexUrl?: string | undefined
  readonly semanticScholarKey?: string | undefined
  readonly githubToken?: string | undefined
  readonly githubUrl?: string | undefined
}

interface IndexesDeps {
  readonly access: IndexAccess
  /** False when no query leaves the service. */
  readonly asksOthers: boolean
  readonly noRetention: readonly string[]
  /** Undefined when pages are not indexed. */
  readonly pageIndex: Pick<PageIndex, 'find'> | undefined
  readonly callApi: CallApi
  readonly health: ProviderHealth
  readonly log: Log
  readonly now: () => Date
}

/** The search of papers and for developers: what the team has read, and indexes outside. */
export function createIndexes(deps: IndexesDeps): {
  readonly papers: PapersDeps
  readonly searchDeveloper: SearchDeveloper
} {
  const { access, asksOthers, pageIndex } = deps
  const { openalexKey, semanticScholarKey, githubToken: token } = access
  const papers = [
    ...(openalexKey === undefined
      ? []
      : [
          openalex({
            key: openalexKey,
            url: bare(access.openalexUrl ?? 'https://api.openalex.org'),
          }),
        ]),
    ...(semanticScholarKey === undefined ? [] : [semanticScholar(semanticScholarKey)]),
    arxiv(),
  ]
  const repositories = [
    github({ token, url: bare(access.githubUrl ?? 'https://api.github.com') }),
    npm(),
  ]
  return {
    papers: {
      askPapers: createAskPapers({ ...deps, sources: asksOthers ? papers : [] }),
      localPapers: pageIndex && createLocalPapers(pageIndex),
    },
    searchDeveloper: createSearchDeveloper({
      askRepositories: createAskRepositories({ ...deps, sources: asksOthers ? repositories : [] }),
      localPages: pageIndex && createLocalDeveloperPages(pageIndex),
    }),
  }
}

const bare = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url)
