import type { ContentSeal, ContentSeals } from '#storage/content-seals.ts'
import type { Database } from '#storage/database.ts'
import type { JobError, Jobs } from './job.ts'
import type { PackedDocument } from '#kernel/packing.ts'

/** A row, with the retention of its job. */
type Stored<Row> = Row & { readonly zeroDataRetention: boolean }

const ofJob = `(select zero_data_retention from jobs where id = $1) as "zeroDataRetention"`

/** Reads the results of jobs: documents, errors, and URLs that robots.txt disallows. */
export function createJobContents({
  database,
  contentSeals,
}: {
  readonly database: Database
  readonly contentSeals: ContentSeals
}): Pick<Jobs, 'documents' | 'urls' | 'errors' | 'blocked' | 'hasBlocked'> {
  async function opened<Row, Open>(
    id: string,
    rows: readonly Stored<Row>[],
    open: (row: Stored<Row>, seal: ContentSeal) => Open | Promise<Open>,
  ): Promise<Open[]> {
    const [first] = rows
    if (!first) return []
    const seal = await contentSeals.of({ id, zeroDataRetention: first.zeroDataRetention })
    return Promise.all(rows.map((row) => open(row, seal)))
  }

  async function readUrls(id: string, query: string): Promise<string[]> {
    const rows = await database.query<Stored<{ url: string }>>(query, [id])
    return opened(id, rows, ({ url }, seal) => seal.openText(url))
  }

  return {
    async documents(id, page) {
      const rows = await database.query<Stored<PackedDocument>>(
        `select document as bytes, json_bytes as "jsonBytes", ${ofJob} from (
           select *, sum(json_bytes) over (order by position) - json_bytes as before from (
             select * from job_documents where job_id = $1 and position > $2::bigint order by position limit $3) p
         ) q where before = 0 or before + json_bytes <= $4 order by position`,
        [id, page.skip, page.countMax, page.bytesMax],
      )
      return opened(id, rows, async ({ bytes, jsonBytes }, seal) => ({
        bytes: await seal.openBytes(bytes),
        jsonBytes,
      }))
    },
    urls: (id, most) =>
      readUrls(
        id,
        `select url, ${ofJob} from job_pages where job_id = $1 and state = 'done' order by number limit ${most}`,
      ),
    async errors(id) {
      const rows = await database.query<Stored<JobError>>(
        `select scrape_id as id, url, code, message, created_at as "createdAt", ${ofJob}
         from job_errors where job_id = $1 order by created_at, scrape_id`,
        [id],
      )
      return opened(id, rows, ({ zeroDataRetention: _ofJob, ...row }, seal) =>
        Object.assign(row, { url: seal.openText(row.url), message: seal.openText(row.message) }),
      )
    },
    blocked: async (id) => {
      const query = `select url, ${ofJob} from job_robots_blocked where job_id = $1`
      return (await readUrls(id, query)).toSorted()
    },
    async hasBlocked(id) {
      const query = 'select from job_robots_blocked where job_id = $1 limit 1'
      return (await database.query(query, [id])).length > 0
    },
  }
}
