import { useState } from 'preact/hooks'
import { getPages } from '../all-pages.ts'
import { useResource } from '../resource.ts'
import type { RuleResult } from './rule-results.tsx'

export interface CheckPage {
  readonly id: string
  readonly url: string
  readonly status: 'same' | 'new' | 'changed' | 'removed' | 'error'
  readonly error: string | null
  readonly versionId: string | null
  readonly diff: { readonly text?: string; readonly json: object } | null
  readonly metadata: {
    readonly screenshot?: string
    readonly title?: string | null
    /** Lines that change at every visit. */
    readonly ignoredLines?: number
  } | null
  /** What the rules of the target have found. */
  readonly watched?: readonly RuleResult[]
  readonly judgment: { readonly meaningful: boolean; readonly reason?: string } | null
}

interface Part {
  readonly data: { readonly pages: readonly CheckPage[] }
  readonly next?: string
}

const loadPages = (url: string) =>
  getPages(url, { skip: 'skip', read: (body) => (body as Part).data.pages })

const order = ['changed', 'new', 'removed', 'error', 'same'] as const

/** The pages of a check at this URL, changed ones first; of a large check those that are not the same, and 100 of the others until all are wanted. */
export function useCheckPages(url: string | undefined, everyMs?: number) {
  const [isWhole, setWhole] = useState(false)
  const all = useResource<Part>(url && `${url}?limit=100`, everyMs)
  const rest = all.data?.next === undefined ? undefined : url
  const others = order.map((status) => {
    const isWanted = isWhole || status !== 'same'
    return useResource(
      isWanted ? rest && `${rest}?status=${status}` : undefined,
      everyMs,
      loadPages,
    ).data
  })
  const found = [all.data?.data.pages, ...others].flatMap((pages) => pages ?? [])
  const pages = [...new Map(found.map((page) => [page.id, page])).values()].toSorted(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status),
  )
  return { pages: all.data && pages, failure: all.failure, showAll: () => setWhole(true) }
}
