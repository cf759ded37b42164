import type { ApiAnswer, ApiRequest } from '#net/api-client.ts'
import type { Askable } from '#web-search/ask-one.ts'

/** Where identifiers of papers come from. */
export const namespaces = ['openalex', 'arxiv', 'doi', 'pmid', 's2'] as const
export type Namespace = (typeof namespaces)[number]

/** A paper as a source knows it. */
export interface Paper {
  readonly ids: Readonly<Partial<Record<Namespace, string>>>
  readonly title: string
  readonly abstract: string
  readonly authors: readonly string[]
  readonly categories: readonly string[]
  /** ISO 8601. */
  readonly createdDate?: string | undefined
  readonly updateDate?: string | undefined
}

export interface PaperId {
  readonly namespace: Namespace
  readonly id: string
}

/** What is wanted of a source. */
export type WantedPapers =
  | {
      readonly kind: 'search'
      readonly query: string
      readonly authors: readonly string[]
      readonly categories: readonly string[]
      /** Days, both included: `2026-01-31`. */
      readonly from: string | undefined
      readonly to: string | undefined
      readonly limit: number
    }
  | { readonly kind: 'paper'; readonly id: PaperId; readonly limit: 1 }
  | {
      readonly kind: 'similar' | 'citers' | 'references'
      readonly of: Paper
      readonly limit: number
    }

/** One request of a source, and the reader of its answer. Both are pure; `read` throws `SearchProviderError`. */
export interface PaperCall {
  readonly request: ApiRequest
  read(answer: ApiAnswer): readonly Paper[]
  /** Papers that one answer holds. */
  readonly perPage: number
}

/** An index of papers outside of Weir. */
export interface PaperSource extends Askable {
  /** For one page of papers, from 0; undefined for what it cannot answer. */
  call(wanted: WantedPapers, page: number): PaperCall | undefined
}

const forms: readonly { readonly namespace: Namespace; readonly form: RegExp }[] = [
  { namespace: 'openalex', form: /^W\d{1,12}$/i },
  { namespace: 'doi', form: /^10\.\d{4,9}\/\S{1,300}$/ },
  { namespace: 'arxiv', form: /^(?:\d{4}\.\d{4,5}|[a-z][a-z.-]{1,30}\/\d{7})(?:v\d{1,3})?$/i },
  { namespace: 's2', form: /^[0-9a-f]{40}$/i },
  { namespace: 'pmid', form: /^\d{1,9}$/ },
]

/** Reads `W123`, `10.1000/x`, `2101.00001` and the same with a namespace before it: `doi:10.1000/x`. */
export function readPaperId(text: string): PaperId | undefined {
  const [, prefix, rest = text] = /^(openalex|arxiv|doi|pmid|s2):(.*)$/is.exec(text.trim()) ?? []
  const bare = rest.trim()
  const wanted = prefix?.toLowerCase()
  const known = forms.find(
    ({ namespace, form }) => (wanted ?? namespace) === namespace && form.test(bare),
  )
  // A bare number is a year, a count or anything else.
  if (!known || (known.namespace === 'pmid' && wanted === undefined)) return undefined
  return { namespace: known.namespace, id: normalisedId(known.namespace, bare) }
}

/** Identifiers in the one form in which they are compared. */
export function normalisedId(namespace: Namespace, id: string): string {
  if (namespace === 'openalex') return id.toUpperCase()
  if (namespace === 'arxiv') return id.toLowerCase().replace(/v\d{1,3}$/, '')
  return id.toLowerCase()
}

/** The name of a paper in requests and replies. */
export function findName({ ids }: Paper): string {
  const namespace = namespaces.find((name) => ids[name] !== undefined)
  const id = namespace && ids[namespace]
  return namespace === 'openalex' || id === undefined ? (id ?? '') : `${namespace}:${id}`
}

export const hasId = ({ ids }: Paper, { namespace, id }: PaperId) => ids[namespace] === id

/** Two records with a key in common are of one paper. */
export const listKeys = ({ ids }: Paper): string[] =>
  namespaces.flatMap((name) => (ids[name] === undefined ? [] : [`${name}:${ids[name]}`]))

const arxivDoi = '10.48550/arxiv.'

/** Identifiers with those that follow from them: a DOI of arXiv names an arXiv paper. */
export function withDerived(ids: Paper['ids']): Paper['ids'] {
  const { doi, arxiv } = ids
  if (arxiv === undefined && doi?.startsWith(arxivDoi)) {
    return { ...ids, arxiv: doi.slice(arxivDoi.length) }
  }
  return arxiv !== undefined && doi === undefined && !arxiv.includes('/')
    ? { ...ids, doi: `${arxivDoi}${arxiv}` }
    : ids
}
