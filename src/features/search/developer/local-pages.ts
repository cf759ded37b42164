import type { IndexedPage, PageIndex } from '#page-index/page-index.ts'
import { isFiltered, type DeveloperHit, type DeveloperWanted } from './wanted.ts'

/** Documentation, issues and READMEs that the team has read. */
export type LocalDeveloperPages = (
  teamId: string,
  wanted: DeveloperWanted,
) => Promise<{ readonly hits: readonly DeveloperHit[]; readonly size: number }>

const pagesMax = 100

export function createLocalDeveloperPages(pageIndex: Pick<PageIndex, 'find'>): LocalDeveloperPages {
  return async function localDeveloperPages(teamId, wanted) {
    const { query, sources, repos } = wanted
    const hosts = [...sources.map(readSourceHost), ...(repos.length > 0 ? ['github.com'] : [])]
    const { pages, size } = await pageIndex.find(teamId, {
      words: query.split(/\s+/),
      phrases: [],
      minus: [],
      inTitle: [],
      sites: [...new Set(hosts)],
      notSites: [],
      language: 'en',
      limit: pagesMax,
    })
    return { hits: pages.map(toHit).filter((hit) => isWanted(hit, wanted)), size }
  }
}

function isWanted(hit: DeveloperHit, wanted: DeveloperWanted): boolean {
  const { types, sources, repos, skillsOnly, repository } = wanted
  if (!types.includes(hit.type)) return false
  if (skillsOnly && !isSkill(hit.url)) return false
  if (hit.type === 'doc') {
    return sources.length === 0 || sources.some((source) => isBelow(hit.url, source))
  }
  // What a page of the index says of its repository is not known.
  if (isFiltered(repository)) return false
  return repos.length === 0 || repos.some((repo) => repo.toLowerCase() === hit.repo?.toLowerCase())
}

function isSkill(url: string): boolean {
  const path = new URL(url).pathname.toLowerCase()
  return path.includes('/skills/') || path.endsWith('/skill.md')
}

/** A host, or the beginning of a URL with or without its scheme. */
export const readSourceHost = (source: string) =>
  (
    source
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/')[0] ?? ''
  ).replace(/^www\./, '')

function isBelow(address: string, source: string): boolean {
  const { hostname, pathname } = new URL(address)
  const [, path = ''] = /^(?:https?:\/\/)?[^/]*(\/.*)$/i.exec(source) ?? []
  const host = readSourceHost(source)
  return (hostname === host || hostname.endsWith(`.${host}`)) && pathname.startsWith(path)
}

const githubPath = /^\/([\w.-]{1,100}\/[\w.-]{1,100})(?:\/(issues|pull)\/(\d{1,9}))?\/?$/

function toHit({ url, title, text }: IndexedPage): DeveloperHit {
  const { hostname, pathname } = new URL(url)
  const [, repo, kind, number] =
    (hostname === 'github.com' && githubPath.exec(pathname)) || ([] as string[])
  if (repo === undefined) return { id: url, type: 'doc', url, title, text }
  const type = kind === undefined ? 'readme' : kind === 'pull' ? 'pull_request' : 'issue'
  return {
    id: `github:${repo}${number === undefined ? '' : `#${number}`}`,
    type,
    url,
    title,
    text,
    repo,
  }
}
