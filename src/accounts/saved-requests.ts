import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'

type RequestValues = Readonly<Record<string, unknown>>

interface ListedRequest {
  readonly id: string
  readonly name: string
  /** `post /v2/scrape` */
  readonly operation: string
  /** Name of the person; null for a session of a key. */
  readonly savedBy: string | null
  readonly savedAt: Date
}

interface NewRequest {
  readonly teamId: string
  readonly name: string
  readonly operation: string
  readonly values: RequestValues
  readonly savedBy: string | null
}

/** Requests that people of a team saved under names. Unknown ids fail with `NOT_FOUND`, a name that is taken with `CONFLICT`. */
export interface SavedRequests {
  /** By name. */
  list(teamId: string): Promise<ListedRequest[]>
  find(id: string, teamId: string): Promise<ListedRequest & { readonly values: RequestValues }>
  /** Returns the id. Fails with `CONFLICT` when the team has as many as it may have. */
  save(request: NewRequest): Promise<string>
  /** Another name, or other values under the same one. */
  change(id: string, request: NewRequest | Pick<NewRequest, 'teamId' | 'name'>): Promise<void>
  remove(id: string, teamId: string): Promise<void>
}

const requestsMax = 200

const columns = 'id, name, operation, saved_by as "savedBy", saved_at as "savedAt"'

interface Parts {
  readonly database: Database
  readonly seal: Seal
}

export const createSavedRequests = (parts: Parts): SavedRequests => ({
  ...createReads(parts),
  ...createWrites(parts),
})

function createReads({ database, seal }: Parts): Pick<SavedRequests, 'list' | 'find'> {
  return {
    list: (teamId) =>
      database.query<ListedRequest>(
        `select ${columns} from saved_requests where team_id = $1 order by lower(name), id`,
        [teamId],
      ),
    async find(id, teamId) {
      type Row = ListedRequest & { readonly sealed: SealedJson<RequestValues> }
      const [row] = await database.query<Row>(
        `select ${columns}, sealed_values as sealed from saved_requests where id = $1 and team_id = $2`,
        [id, teamId],
      )
      if (!row) throw notFound()
      const { sealed, ...rest } = row
      return { ...rest, values: seal.open(sealed) }
    },
  }
}

function createWrites({
  database,
  seal,
}: Parts): Pick<SavedRequests, 'save' | 'change' | 'remove'> {
  return {
    save: ({ teamId, name, operation, values, savedBy }) =>
      database.transaction(async (sql) => {
        const others = await lockNames(sql, teamId)
        refuseTaken(others, name)
        if (others.length >= requestsMax)
          throw new ServiceError(
            'CONFLICT',
            `A team can save ${requestsMax} requests. Delete one that is no longer needed.`,
          )
        const id = newId()
        await sql.query(
          `insert into saved_requests (id, team_id, name, operation, sealed_values, saved_by, saved_at)
           values ($1, $2, $3, $4, $5, $6, now())`,
          [id, teamId, name, operation, seal.seal(values), savedBy],
        )
        return id
      }),
    change: (id, request) =>
      database.transaction(async (sql) => {
        const { teamId, name } = request
        const all = await lockNames(sql, teamId)
        if (!all.some((one) => one.id === id)) throw notFound()
        const others = all.filter((one) => one.id !== id)
        refuseTaken(others, name)
        await sql.query('update saved_requests set name = $2 where id = $1', [id, name])
        if (!('values' in request)) return
        await sql.query(
          `update saved_requests set operation = $2, sealed_values = $3, saved_by = $4, saved_at = now() where id = $1`,
          [id, request.operation, seal.seal(request.values), request.savedBy],
        )
      }),
    async remove(id, teamId) {
      const rows = await database.query(
        'delete from saved_requests where id = $1 and team_id = $2 returning id',
        [id, teamId],
      )
      if (rows.length === 0) throw notFound()
    },
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

/** The requests of a team, under a lock that lets two changes neither take one name nor pass the maximum. */
async function lockNames(sql: Sql, teamId: string): Promise<Named[]> {
  await sql.query('select from teams where id = $1 for no key update', [teamId])
  return sql.query<Named>('select id, name from saved_requests where team_id = $1', [teamId])
}

function refuseTaken(others: readonly Named[], name: string): void {
  if (!others.some((one) => one.name === name)) return
  throw new ServiceError('CONFLICT', 'The team has a request of this name. Choose another name.')
}

const notFound = () => new ServiceError('NOT_FOUND', 'The team has no such saved request.')
