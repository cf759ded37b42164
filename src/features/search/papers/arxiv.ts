import type { Element } from 'domhandler'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import { parsePage } from '#content/html/parse.ts'
import { SearchProviderError } from '#web-search/providers/provider.ts'
import {
  normalisedId,
  withDerived,
  type Paper,
  type PaperSource,
  type WantedPapers,
} from './paper.ts'

const perPage = 200

/** arXiv (https://info.arxiv.org/help/api/user-manual.html): search and single papers, without a key. */
export function arxiv(): PaperSource {
  return {
    name: 'arxiv',
    // What its terms of use ask for.
    pace: { perMs: 3_000 },
    isFree: true,
    call(wanted, page) {
      const asked = makeParameters(wanted)
      if (!asked) return undefined
      const parameters = new URLSearchParams({
        ...asked,
        start: String(page * perPage),
        max_results: String(Math.min(perPage, wanted.limit)),
      })
      return {
        request: {
          url: `https://export.arxiv.org/api/query?${parameters.toString()}`,
          headers: { accept: 'application/atom+xml' },
        },
        perPage,
        read: ({ body }) => readPapers(body),
      }
    },
  }
}

function makeParameters(wanted: WantedPapers): Record<string, string> | undefined {
  if (wanted.kind === 'paper') {
    const { namespace, id } = wanted.id
    const name = namespace === 'arxiv' ? id : withDerived({ [namespace]: id }).arxiv
    return name === undefined ? undefined : { id_list: name }
  }
  if (wanted.kind !== 'search') return undefined
  const { query, authors, categories, from, to } = wanted
  const words = query.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.'-]{0,63}/gu) ?? []
  const parts = [
    ...words.slice(0, wordsMax).map((word) => `all:${word}`),
    ...authors.map((name) => `au:"${name.replaceAll('"', ' ')}"`),
    ...categories.map((name) => `cat:${plain(name)}`),
    ...(from === undefined && to === undefined
      ? []
      : [`submittedDate:[${day(from ?? '1990-01-01')}0000 TO ${day(to ?? '2999-12-31')}2359]`]),
  ]
  return { search_query: parts.join(' AND '), sortBy: 'relevance' }
}

const wordsMax = 32
const day = (date: string) => date.replaceAll('-', '')
const plain = (category: string) => category.replace(/[^\w.-]/g, '')

function readPapers(body: string): Paper[] {
  const { document } = parsePage(body, 'xml')
  const elements = listElements(document)
  if (!elements.some(({ name }) => name === 'feed')) {
    throw new SearchProviderError('failed', 'answered in an unknown form')
  }
  return elements.filter(({ name }) => name === 'entry').flatMap(toPaper)
}

function toPaper(entry: Element): Paper[] {
  const parts = listElements(entry)
  const all = (name: string) => parts.filter((part) => part.name === name)
  const of = (name: string) => all(name).map((part) => oneLine(readText(part)))
  const [, id] = /arxiv\.org\/abs\/(\S{1,64})$/.exec(of('id')[0] ?? '') ?? []
  if (id === undefined) return []
  const [doi] = of('arxiv:doi')
  const [createdDate] = of('published')
  const [updateDate] = of('updated')
  return [
    {
      ids: withDerived({
        arxiv: normalisedId('arxiv', id),
        ...(doi && { doi: normalisedId('doi', doi) }),
      }),
      title: of('title')[0] ?? '',
      abstract: of('summary')[0] ?? '',
      authors: of('name'),
      categories: all('category').flatMap(({ attribs }) => attribs['term'] ?? []),
      ...(createdDate && { createdDate }),
      ...(updateDate && { updateDate }),
    },
  ]
}
