import type { IndexedPage, PageIndex } from '#page-index/page-index.ts'
import { beginning } from '#web-search/excerpt.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import { hasId, listKeys, normalisedId, withDerived, type Paper, type PaperId } from './paper.ts'

/** Papers whose pages the team has read. */
export interface LocalPapers {
  search(
    teamId: string,
    query: string,
  ): Promise<{ readonly papers: Paper[]; readonly size: number }>
  find(teamId: string, id: PaperId): Promise<Paper | undefined>
}

const pagesMax = 100
const abstractCharsMin = 80
const abstractCharsMax = 2_000
const none = { phrases: [], minus: [], inTitle: [], sites: [], notSites: [], language: 'en' }

export function createLocalPapers(pageIndex: Pick<PageIndex, 'find'>): LocalPapers {
  const read = async (teamId: string, words: { words?: string[]; phrases?: string[] }) => {
    const query = { ...none, words: [], ...words, limit: pagesMax }
    const { pages, size } = await pageIndex.find(teamId, query)
    const papers: Paper[] = []
    const seen = new Set<string>()
    for (const page of pages) {
      const paper = toPaper(page)
      if (!paper || listKeys(paper).some((key) => seen.has(key))) continue
      for (const key of listKeys(paper)) seen.add(key)
      papers.push(paper)
    }
    return { papers, size }
  }
  return {
    search: (teamId, query) => read(teamId, { words: query.split(/\s+/) }),
    async find(teamId, id) {
      const { arxiv, doi } = withDerived({ [id.namespace]: id.id })
      // The URLs of papers hold their identifiers, and the index knows the words of URLs.
      const phrase = arxiv ?? doi ?? id.id
      const { papers } = await read(teamId, { phrases: [phrase] })
      return papers.find((paper) => hasId(paper, id))
    },
  }
}

/** Undefined for pages that are no papers. */
function toPaper({ url, title, text, publishedAt }: IndexedPage): Paper | undefined {
  const ids = idsOfUrl(url)
  if (!ids) return undefined
  return {
    ids: withDerived(ids),
    title: title.replace(/^\[[\w./-]{1,32}\]\s*/, ''),
    abstract: findAbstract(text, title),
    authors: [],
    categories: [],
    ...(publishedAt && { createdDate: publishedAt.toISOString() }),
  }
}

function findAbstract(text: string, title: string): string {
  const start = /^(?:#{1,6} )?abstract\b[:.]?/im.exec(text)
  const rest = start ? text.slice(start.index + start[0].length).trim() : ''
  const [abstract = ''] = rest.slice(0, abstractCharsMax).split('\n')
  return abstract.length >= abstractCharsMin ? abstract : beginning({ markdown: text, title })
}

const doiInPath = /\/(10\.\d{4,9}\/[^?#\s]{1,200})/

/** Identifiers that the URL of a paper holds; undefined for other pages. */
export function idsOfUrl(address: string): Paper['ids'] | undefined {
  const { hostname, pathname } = new URL(address)
  const path = percentDecoded(pathname)
  const isOn = (site: string) => hostname === site || hostname.endsWith(`.${site}`)
  if (isOn('arxiv.org')) {
    const [, id] = /^\/(?:abs|pdf|html)\/([\w.-]{1,40}(?:\/\d{7})?)$/.exec(path) ?? []
    return id === undefined ? undefined : { arxiv: normalisedId('arxiv', id.replace(/\.pdf$/, '')) }
  }
  if (isOn('pubmed.ncbi.nlm.nih.gov')) {
    const [, pmid] = /^\/(\d{1,9})\/?$/.exec(path) ?? []
    return pmid === undefined ? undefined : { pmid }
  }
  if (isOn('nature.com')) {
    const [, slug] = /^\/articles\/([\w.-]{4,80}?)(?:\.pdf)?$/.exec(path) ?? []
    return slug === undefined ? undefined : { doi: normalisedId('doi', `10.1038/${slug}`) }
  }
  const [, doi] = doiInPath.exec(path) ?? []
  if (doi === undefined) return undefined
  const isPreprint = isOn('biorxiv.org') || isOn('medrxiv.org')
  const bare = doi.replace(/(?:\.full)?(?:\.pdf)?\/?$/, '')
  return { doi: normalisedId('doi', isPreprint ? bare.replace(/v\d{1,3}$/, '') : bare) }
}
