import { pack, unpack } from '#kernel/packing.ts'
import type { Database } from '#storage/database.ts'

/** A page that a run has read, under the number by which the model names it. */
export interface RunSource {
  readonly number: number
  readonly url: string
  readonly title: string
}

export interface SourceText extends RunSource {
  readonly markdown: string
}

/** The pages of a run. */
export interface RunSources {
  /** Stores a page once; returns its number, from 1. */
  add(page: Omit<SourceText, 'number'>): Promise<SourceText>
  find(url: string): Promise<SourceText | undefined>
  at(number: number): Promise<SourceText | undefined>
  list(numbers?: readonly number[]): Promise<RunSource[]>
  /** The pages that were read last, in their order. */
  last(count: number): Promise<SourceText[]>
  /** What the named pages say, up to a length. */
  readText(numbers: readonly number[]): Promise<string>
}

const lengthMax = 400_000
const titleLengthMax = 300
/** Characters of pages that are searched for values. */
const searchedMax = 4_000_000

export function createRunSources(database: Database, runId: string): RunSources {
  const columns = 'number, url, title'

  async function read(where: string, values: readonly (string | number | readonly number[])[]) {
    return database.query<RunSource & { content: Uint8Array }>(
      `select ${columns}, content from agent_sources where run_id = $1 and ${where} order by number`,
      [runId, ...values],
    )
  }

  async function one(where: string, value: string | number): Promise<SourceText | undefined> {
    const [row] = await read(where, [value])
    if (!row) return undefined
    const { content, ...source } = row
    return { ...source, markdown: String(await unpack(content)) }
  }
  const find = (url: string) => one('url = $2', url)

  return {
    find,
    at: (number) => one('number = $2', number),
    async add({ url, title, markdown }) {
      const content = await pack(markdown.slice(0, lengthMax))
      await database.transaction(async (sql) => {
        await sql.query('select from agent_runs where id = $1 for update', [runId])
        await sql.query(
          `insert into agent_sources (run_id, number, url, title, content)
           select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from agent_sources where run_id = $1
           on conflict (run_id, url) do nothing`,
          [runId, url, title.slice(0, titleLengthMax), content],
        )
      })
      const stored = await find(url)
      if (!stored) throw new Error('A source was not stored.')
      return stored
    },
    list: (numbers) =>
      database.query<RunSource>(
        `select ${columns} from agent_sources
         where run_id = $1 and ($2::integer[] is null or number = any($2)) order by number limit 1000`,
        [runId, numbers ?? null],
      ),
    async last(count) {
      const latest = '(select max(number) from agent_sources where run_id = $1)'
      const rows = await read(`number > ${latest} - $2::integer`, [count])
      return Promise.all(
        rows.map(async ({ content, ...source }) => ({
          ...source,
          markdown: String(await unpack(content)),
        })),
      )
    },
    async readText(numbers) {
      const rows = await read('number = any($2::integer[])', [numbers])
      let text = ''
      for (const { url, title, content } of rows) {
        if (text.length < searchedMax)
          text += `${title}\n${url}\n${String(await unpack(content))}\n`
      }
      return text
    },
  }
}
