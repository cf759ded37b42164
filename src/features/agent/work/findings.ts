import type { Database } from '#storage/database.ts'
import type { JsonObject } from '#base/json-values.ts'

/** What a model has noted, and the numbers of the pages it is from. */
export interface Finding {
  readonly record: JsonObject
  readonly sources: readonly number[]
}

/** The notes of a run: they outlive the context of the model. */
export interface Findings {
  /** Written once for each call. */
  add(
    note: { readonly agent: string; readonly call: string },
    records: readonly JsonObject[],
    sources: readonly number[],
  ): Promise<void>
  list(): Promise<Finding[]>
}

const findingsMax = 2_000

export function createFindings(database: Database, runId: string): Findings {
  return {
    async add({ agent, call }, records, sources) {
      await database.query(
        `insert into agent_findings (run_id, agent, call, record, sources)
         select $1, $2, $3 || '/' || r.place, r.record, $5
         from unnest($4::text[]) with ordinality r (record, place)
         on conflict do nothing`,
        [runId, agent, call, records.map((record) => JSON.stringify(record)), sources],
      )
    },
    async list() {
      const rows = await database.query<{ record: string; sources: number[] }>(
        'select record, sources from agent_findings where run_id = $1 order by position limit $2',
        [runId, findingsMax],
      )
      return rows.map(({ record, sources }) => ({
        record: JSON.parse(record) as JsonObject,
        sources,
      }))
    },
  }
}
