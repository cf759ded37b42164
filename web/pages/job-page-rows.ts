import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { get, readMessage } from '../api.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { z } from 'zod'

type Part = Pick<z.output<typeof contract.JobPagesReply>, 'data' | 'next'>
export type PageRow = Part['data'][number]

interface PageRows {
  readonly length: number
  readonly at: (index: number) => PageRow | undefined
  /** Loads rows that are about to be seen. */
  readonly show: (from: number, to: number) => void
  readonly isLoading: boolean
  readonly failure: string | undefined
}

const chunk = 60
const pauseMs = 250

/** The pages of a job: all of them, of which those in sight are loaded, or those that fit a search. */
export function usePageRows(jobId: string, completed: number, find: string): PageRows {
  const all = useAllRows(jobId, find === '' ? completed : 0)
  const found = useFoundRows(jobId, find)
  return find === '' ? all : found
}

const makeUrl = (jobId: string, query: Readonly<Record<string, string | number>>) =>
  `/console/api/jobs/${jobId}/pages?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )}`

function useAllRows(jobId: string, completed: number): PageRows {
  const [chunks, setChunks] = useState<ReadonlyMap<number, readonly PageRow[]>>(new Map())
  const [failure, setFailure] = useState<string>()
  const [range, setRange] = useState({ from: 0, to: chunk })
  const loading = useRef(new Set<number>())
  const show = useCallback((from: number, to: number) => setRange({ from, to }), [])
  useEffect(() => {
    const last = Math.min(range.to, completed) - 1
    for (let index = Math.floor(range.from / chunk); index * chunk <= last; index += 1) {
      const wanted = Math.min(chunk, completed - index * chunk)
      if ((chunks.get(index)?.length ?? 0) >= wanted || loading.current.has(index)) continue
      loading.current.add(index)
      get<Part>(makeUrl(jobId, { skip: index * chunk, limit: chunk }))
        .then(
          ({ data }) => setChunks((now) => new Map(now).set(index, data)),
          (thrown: unknown) => setFailure(readMessage(thrown)),
        )
        .finally(() => loading.current.delete(index))
    }
  }, [jobId, range, completed, chunks])
  return {
    length: completed,
    at: (index) => chunks.get(Math.floor(index / chunk))?.[index % chunk],
    show,
    isLoading: false,
    failure,
  }
}

function useFoundRows(jobId: string, find: string): PageRows {
  const [part, setPart] = useState<Part>({ data: [], next: 0 })
  const [seen, setSeen] = useState(chunk)
  const [failure, setFailure] = useState<string>()
  const { data, next } = part
  const show = useCallback((_: number, to: number) => setSeen(to + chunk), [])
  useEffect(() => setPart({ data: [], next: 0 }), [jobId, find])
  const isLacking = find !== '' && next !== null && data.length < seen
  useEffect(() => {
    if (!isLacking) return undefined
    let isLeft = false
    const timer = setTimeout(
      () => {
        get<Part>(makeUrl(jobId, { skip: next, limit: chunk, find })).then(
          (more) => !isLeft && setPart({ data: [...data, ...more.data], next: more.next }),
          (thrown: unknown) => setFailure(readMessage(thrown)),
        )
      },
      next === 0 ? pauseMs : 0,
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [jobId, find, part, isLacking])
  return { length: data.length, at: (index) => data[index], show, isLoading: isLacking, failure }
}
