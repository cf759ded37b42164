import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { get } from './api.ts'
import { useResource, type Resource } from './resource.ts'
import { useAction } from './ui/action.tsx'
import { Button } from './ui/button.tsx'
import * as words from './words/en/shell.ts'

/** Rows that follow each other, newest first. */
interface Part<Row> {
  readonly rows: readonly Row[]
  /** What `before` is for the rows behind them; undefined at the end. */
  readonly next: string | undefined
}
type Held<Row> = Part<Row> & { readonly url: string }

interface List<Row> extends Pick<Resource<unknown>, 'failure' | 'reload'> {
  /** Undefined until the first ones are there. */
  readonly rows: readonly Row[] | undefined
  /** The button for the rows behind them. */
  readonly more: ComponentChildren
  readonly isWhole: boolean
}

/**
 * The rows of a list of the API, newest first: the first part is loaded every `everyMs` milliseconds, those behind it on demand.
 * `read` takes a body apart.
 */
export function useList<Row extends { readonly id: string }>(
  url: string,
  read: (body: never) => Part<Row>,
  everyMs?: number,
): List<Row> {
  const { data, failure, reload } = useResource(url, everyMs, async (from) => ({
    ...read(await get<never>(from)),
    url: from,
  }))
  const [held, setHeld] = useState<Held<Row>>()
  const { run, isBusy, notice } = useAction()
  useEffect(() => {
    if (data) setHeld((now) => (now?.url === data.url ? joinParts(data, now) : data))
  }, [data])
  const current = held?.url === url ? held : undefined
  const next = current?.next
  const load = () =>
    run(async () => {
      const query = new URLSearchParams({ before: next ?? '' })
      const part = read(await get<never>(`${url}${url.includes('?') ? '&' : '?'}${query}`))
      setHeld((now) =>
        now?.url === url && now.next === next
          ? { ...part, url, rows: [...now.rows, ...part.rows] }
          : now,
      )
    })
  const more = next !== undefined && (
    <>
      {notice}
      <Button disabled={isBusy} onClick={() => void load()}>
        {words.listMore}
      </Button>
    </>
  )
  return { rows: current?.rows, failure, reload, more, isWhole: next === undefined }
}

/** The part of a body whose list is called `data`. A full one has rows behind it. */
export const readData =
  (limit: number) =>
  <Row extends { readonly id: string }>({
    data,
  }: {
    readonly data: readonly Row[]
  }): Part<Row> => ({
    rows: data,
    next: data.length < limit ? undefined : data.at(-1)?.id,
  })

/** Rows that are no longer among the newest stay. */
function joinParts<Row extends { readonly id: string }>(
  newest: Held<Row>,
  held: Held<Row>,
): Held<Row> {
  const last = newest.rows.at(-1)
  if (newest.next === undefined) return newest
  if (last === undefined) return held
  const behind = held.rows.slice(held.rows.findIndex(({ id }) => id === last.id) + 1)
  // Without a common row there may be others between them.
  const isJoined = behind.length < held.rows.length && behind.length > 0
  return isJoined ? { ...held, rows: [...newest.rows, ...behind] } : newest
}
