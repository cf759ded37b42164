import { z } from 'zod'
import type { ApiAnswer } from '#net/api-client.ts'
import { readReply, recordsMax } from '#web-search/providers/read-json.ts'
import {
  normalisedId,
  withDerived,
  type Namespace,
  type Paper,
  type PaperSource,
  type WantedPapers,
} from './paper.ts'

const text = z.string().nullish()
const Work = z.object({
  paperId: z.string(),
  title: text,
  abstract: text,
  externalIds: z.object({ DOI: text, ArXiv: text, PubMed: text }).nullish(),
  authors: z
    .array(z.object({ name: text }))
    .max(10_000)
    .nullish(),
  publicationDate: text,
  fieldsOfStudy: z.array(z.string()).max(100).nullish(),
})
const items = z.array(z.unknown()).max(1_000)
const Search = z.object({ data: items.nullish() })
const Recommended = z.object({ recommendedPapers: items })
const Cited = z.object({ citedPaper: z.unknown() })
const Citing = z.object({ citingPaper: z.unknown() })

const fields = 'title,abstract,externalIds,authors,publicationDate,fieldsOfStudy'
const perPage = 100
const recommendedMax = 500
const names: Readonly<Partial<Record<Namespace, string>>> = {
  s2: '',
  doi: 'DOI:',
  arxiv: 'ARXIV:',
  pmid: 'PMID:',
}

/** Semantic Scholar (https://api.semanticscholar.org/api-docs). */
export function semanticScholar(key: string): PaperSource {
  return {
    name: 'semantic-scholar',
    // The quota of a key is one request a second.
    pace: { perMs: 1_000 },
    isFree: true,
    call(wanted, page) {
      const path = makePath(wanted, page)
      if (path === undefined) return undefined
      return {
        request: {
          url: `https://api.semanticscholar.org${path}`,
          headers: { accept: 'application/json', 'x-api-key': key },
        },
        perPage: wanted.kind === 'similar' ? recommendedMax : perPage,
        read: (answer) => listRecords(wanted, answer).flatMap(toPaper),
      }
    },
  }
}

const queryString = (members: Readonly<Record<string, string>>) =>
  new URLSearchParams(members).toString()

function makePath(wanted: WantedPapers, page: number): string | undefined {
  const count = String(Math.min(perPage, wanted.limit))
  const paging = { fields, limit: count, offset: String(page * perPage) }
  if (wanted.kind === 'search') {
    const { query, from = '', to = '' } = wanted
    const dates = from + to === '' ? {} : { publicationDateOrYear: `${from}:${to}` }
    return `/graph/v1/paper/search?${queryString({ query, ...paging, ...dates })}`
  }
  if (wanted.kind === 'paper') {
    const { namespace, id } = wanted.id
    const name = names[namespace]
    return name === undefined
      ? undefined
      : `/graph/v1/paper/${encodeURIComponent(`${name}${id}`)}?${queryString({ fields })}`
  }
  const namespace = (['s2', 'doi', 'arxiv', 'pmid'] as const).find((one) => wanted.of.ids[one])
  if (!namespace) return undefined
  const name = encodeURIComponent(`${names[namespace] ?? ''}${wanted.of.ids[namespace] ?? ''}`)
  if (wanted.kind !== 'similar') {
    const relation = wanted.kind === 'citers' ? 'citations' : 'references'
    return `/graph/v1/paper/${name}/${relation}?${queryString(paging)}`
  }
  if (page > 0) return undefined
  const limit = String(Math.min(recommendedMax, wanted.limit))
  return `/recommendations/v1/papers/forpaper/${name}?${queryString({ fields, limit })}`
}

function listRecords({ kind }: WantedPapers, answer: ApiAnswer): readonly unknown[] {
  if (kind === 'paper') return [readReply(answer, Work, recordsMax)]
  if (kind === 'similar') return readReply(answer, Recommended, recordsMax).recommendedPapers
  const data = readReply(answer, Search, recordsMax).data ?? []
  if (kind === 'search') return data
  return data.map((item) =>
    kind === 'citers'
      ? Citing.safeParse(item).data?.citingPaper
      : Cited.safeParse(item).data?.citedPaper,
  )
}

function toPaper(record: unknown): Paper[] {
  const { data } = Work.safeParse(record)
  if (!data) return []
  const { DOI: doi, ArXiv: arxiv, PubMed: pmid } = data.externalIds ?? {}
  return [
    {
      ids: withDerived({
        s2: normalisedId('s2', data.paperId),
        ...(doi && { doi: normalisedId('doi', doi) }),
        ...(arxiv && { arxiv: normalisedId('arxiv', arxiv) }),
        ...(pmid && { pmid: normalisedId('pmid', pmid) }),
      }),
      title: data.title ?? '',
      abstract: data.abstract ?? '',
      authors: (data.authors ?? []).flatMap(({ name }) => name ?? []),
      categories: data.fieldsOfStudy ?? [],
      ...(data.publicationDate && { createdDate: data.publicationDate }),
    },
  ]
}
