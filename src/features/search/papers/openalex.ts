import { z } from 'zod'
import { readReply, recordsMax } from '#web-search/providers/read-json.ts'
import {
  normalisedId,
  withDerived,
  type Paper,
  type PaperSource,
  type WantedPapers,
} from './paper.ts'

const text = z.string().nullish()
const Work = z.object({
  id: z.string(),
  doi: text,
  display_name: text,
  ids: z.object({ pmid: text }).nullish(),
  publication_date: text,
  updated_date: text,
  authorships: z
    .array(z.object({ author: z.object({ display_name: text }).nullish() }))
    .max(10_000)
    .nullish(),
  topics: z
    .array(z.object({ display_name: text }))
    .max(100)
    .nullish(),
  abstract_inverted_index: z
    .record(z.string(), z.array(z.int().min(0).max(100_000)).max(10_000))
    .nullish(),
})
const List = z.object({ results: z.array(z.unknown()).max(1_000) })

const perPage = 200
const fields =
  'id,doi,display_name,ids,publication_date,updated_date,authorships,topics,abstract_inverted_index'
const relations = { similar: 'related_to', citers: 'cites', references: 'cited_by' } as const

/** OpenAlex (https://docs.openalex.org). */
export function openalex({
  key,
  url,
}: {
  readonly key: string
  readonly url: string
}): PaperSource {
  return {
    name: 'openalex',
    isFree: true,
    call(wanted, page) {
      const path = makePath(wanted)
      if (path === undefined) return undefined
      const parameters = new URLSearchParams({
        ...(wanted.kind === 'paper' ? {} : makeParameters(wanted, page)),
        select: fields,
        api_key: key,
      })
      return {
        request: {
          url: `${url}/${path}?${parameters.toString()}`,
          headers: { accept: 'application/json' },
        },
        perPage,
        read(answer) {
          const works =
            wanted.kind === 'paper'
              ? [readReply(answer, Work, recordsMax)]
              : readReply(answer, List, recordsMax).results
          return readPapers(works)
        },
      }
    },
  }
}

function makePath(wanted: WantedPapers): string | undefined {
  if (wanted.kind === 'search') return 'works'
  if (wanted.kind !== 'paper') return wanted.of.ids.openalex === undefined ? undefined : 'works'
  const { namespace, id } = wanted.id
  if (namespace === 's2') return undefined
  if (namespace === 'openalex') return `works/${id}`
  if (namespace !== 'arxiv') return `works/${namespace}:${encoded(id)}`
  return `works/doi:10.48550/arxiv.${encoded(id)}`
}

/** DOIs keep their slashes. */
const encoded = (id: string) => encodeURIComponent(id).replaceAll('%2F', '/')

function makeParameters(
  wanted: Exclude<WantedPapers, { kind: 'paper' }>,
  page: number,
): Record<string, string> {
  const paging = { 'per-page': String(Math.min(perPage, wanted.limit)), page: String(page + 1) }
  if (wanted.kind !== 'search') {
    return { ...paging, filter: `${relations[wanted.kind]}:${wanted.of.ids.openalex ?? ''}` }
  }
  const { query, authors, from, to } = wanted
  const filters = [
    ...(from === undefined ? [] : [`from_publication_date:${from}`]),
    ...(to === undefined ? [] : [`to_publication_date:${to}`]),
    ...authors.map((name) => `raw_author_name.search:${plain(name)}`),
  ]
  return { ...paging, search: query, ...(filters.length > 0 && { filter: filters.join(',') }) }
}

/** Commas, bars and colons separate filters. */
const plain = (name: string) => name.replace(/[,|:!"]/g, ' ').trim()

const readPapers = (works: readonly unknown[]): Paper[] =>
  works.flatMap((work) => {
    const { data } = Work.safeParse(work)
    return data ? [toPaper(data)] : []
  })

function toPaper(work: z.output<typeof Work>): Paper {
  const doi = work.doi?.replace(/^https?:\/\/doi\.org\//i, '')
  const pmid = /(\d{1,9})\/?$/.exec(work.ids?.pmid ?? '')?.[1]
  const id = work.id.slice(work.id.lastIndexOf('/') + 1)
  return {
    ids: withDerived({
      openalex: normalisedId('openalex', id),
      ...(doi && { doi: normalisedId('doi', doi) }),
      ...(pmid && { pmid }),
    }),
    title: work.display_name ?? '',
    abstract: joinAbstract(work.abstract_inverted_index ?? {}),
    authors: (work.authorships ?? []).flatMap(({ author }) => author?.display_name ?? []),
    categories: (work.topics ?? []).flatMap((topic) => topic.display_name ?? []),
    ...(work.publication_date && { createdDate: work.publication_date }),
    ...(work.updated_date && { updateDate: work.updated_date }),
  }
}

/** Abstracts come as positions of words. */
function joinAbstract(positions: Readonly<Record<string, readonly number[]>>): string {
  const words: [number, string][] = Object.entries(positions).flatMap(([word, places]) =>
    places.map((place): [number, string] => [place, word]),
  )
  return words
    .toSorted(([one], [other]) => one - other)
    .map(([, word]) => word)
    .join(' ')
}
