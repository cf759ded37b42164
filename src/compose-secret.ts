import type { Config } from '#config.ts'
import { openMigratedDatabase } from '#compose-database.ts'
import { beginChange, endChange } from '#storage/check-secret.ts'
import { renewSealedText } from '#storage/content-seals.ts'
import { renewProfile } from '#storage/profile-store.ts'
import { reseal, type SealedColumn } from '#storage/reseal.ts'
import { createSeal } from '#storage/seal.ts'
import { createSecret, type DeriveKey } from '#storage/secret.ts'

/** The secret of this service, from its settings or its data folder. */
export const createServiceSecret = ({ secrets, storage }: Config): DeriveKey =>
  createSecret({
    configured: secrets.masterSecret,
    previous: secrets.previousSecret,
    dataDir: storage.dataDir,
  })

/**
 * Encrypts everything with `WEIR_SECRET` that `WEIR_SECRET_PREVIOUS` encrypted, and returns how many values. It can be stopped and
 * run again. All processes must know both secrets by then.
 */
export async function rotateSecret(
  config: Config,
  options: {
    readonly signal: AbortSignal
    readonly report: (table: string, count: number) => void
  },
): Promise<number> {
  const deriveKey = createServiceSecret(config)
  await using database = await openMigratedDatabase(config, options)
  await beginChange(database, deriveKey)
  let total = 0
  for (const column of listSealedColumns(deriveKey)) {
    const count = await reseal(database, column, options.signal)
    if (count > 0) options.report(column.table, count)
    total += count
  }
  await endChange(database)
  return total
}

/** Every column with values that the secret encrypts. `test/api/secret-rotation.test.ts` finds one that is missing. */
function listSealedColumns(deriveKey: DeriveKey): readonly SealedColumn[] {
  const seal = createSeal(deriveKey)
  const objects = Object.entries(objectColumns).flatMap(([table, columns]) =>
    columns.map((column) => ({ table, column, renew: (text: string) => seal.renew(text) })),
  )
  const texts = Object.entries(textColumns).flatMap(([table, columns]) =>
    columns.map((column) => ({ table, column, renew: renewSealedText(seal) })),
  )
  const renew = renewProfile(deriveKey)
  const profiles = {
    table: 'profiles',
    column: 'sealed',
    renew: (sealed: Buffer, row: Readonly<Record<string, string>>) =>
      renew(sealed, { teamId: row['team_id'] ?? '', name: row['name'] ?? '' }),
  }
  return [...objects, ...texts, profiles]
}

const objectColumns = {
  jobs: ['request', 'webhook'],
  deliveries: ['event'],
  job_webhooks: ['webhook'],
  delivery_attempts: ['answer'],
  mails: ['mail'],
  siem_settings: ['destination'],
  siem_events: ['event'],
  agent_runs: ['request'],
  monitors: ['targets', 'webhook'],
  activity: ['sealed_target', 'sealed_details'],
  idempotency_keys: ['body'],
  saved_requests: ['sealed_values'],
  scrapes: ['replay'],
  feedback: ['sealed'],
  second_factors: ['secret'],
}

/** URLs with passwords. */
const textColumns = {
  jobs: ['url'],
  job_pages: ['url'],
  job_errors: ['url', 'message'],
  job_robots_blocked: ['url'],
}
