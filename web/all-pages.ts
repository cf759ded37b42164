import { get } from './api.ts'

/** Most rows of a page of the API. */
const pageMax = 100
/** Against lists without an end. */
const rowsMax = 5_000

/** The rows of a list of the API that has pages, by `limit` and `offset` or `skip`: all of them, or the first `wanted`. */
export async function getPages<Row>(
  url: string,
  {
    wanted = rowsMax,
    skip = 'offset',
    read = (body) => (body as { readonly data: readonly Row[] }).data,
  }: PagesOptions<Row> = {},
): Promise<readonly Row[]> {
  const rows: Row[] = []
  while (rows.length < wanted) {
    const limit = Math.min(pageMax, wanted - rows.length)
    const query = new URLSearchParams({ limit: String(limit), [skip]: String(rows.length) })
    const page = read(await get(`${url}${url.includes('?') ? '&' : '?'}${query}`))
    rows.push(...page)
    if (page.length < limit) break
  }
  return rows
}

interface PagesOptions<Row> {
  readonly wanted?: number
  readonly skip?: 'offset' | 'skip'
  /** The rows of an answer. */
  readonly read?: (body: unknown) => readonly Row[]
}
