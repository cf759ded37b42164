import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'

const renaming = '0180_standard_names.sql'
const id = '00000000-0000-4000-8000-000000000001'

/** The numbered migrations up to the one that renames, or before it. */
function migrationsUntil(isIncluded: (name: string) => boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-migrations-'))
  for (const name of readdirSync(migrationsFolder)) {
    if (isIncluded(name)) cpSync(join(migrationsFolder, name), join(folder, name))
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** Rows of the tables with renamed columns, as the version before writes them. */
const rows = `
  insert into teams (id, name, plan) values ('${id}', 'team', 'self-hosted');
  insert into jobs (id, team_id, principal, kind, request, url, page_price, pages_max, is_gathering, gathered_until,
      gathering_suspicion, created_at, expires_at)
    values ('${id}', '${id}', '{}', 'crawl', '', '', 1, 9, true, '2026-01-02', 3, now(), now());
  insert into job_pages (job_id, number, identity, url, host, depth, scrape_id, state, holder, held_until, suspicion)
    values ('${id}', 1, '\\x01', '', '', 0, '${id}', 'held', '${id}', '2026-01-02', 2),
      ('${id}', 2, '\\x02', '', '', 0, '${id}', 'waiting', null, null, 0);
  insert into job_landings values ('${id}', '\\x03');
  insert into job_blocked (job_id, identity, url) values ('${id}', '\\x04', 'blocked');
  insert into job_turns values ('${id}', '2026-01-02', '2026-01-03');
  insert into job_documents (job_id, place, document, json_bytes) values ('${id}', 7, '\\x05', 1);
  insert into job_webhooks (job_id, identity, webhook) values ('${id}', '\\x06', 'webhook');
  insert into deliveries (id, team_id, job_id, type, event, webhook_identity, ready_at, created_at)
    values ('${id}', '${id}', '${id}', 'crawl.page', '', '\\x06', now(), now());
  insert into keepers values ('${id}', '\\x07', '\\x08', '2026-01-02');
  insert into job_keys (job_id, keeper, sealed) values ('${id}', '${id}', null);
  insert into queue_items (queue, id, team_id, lane, key_of, holder, ready_at)
    values ('deliveries', '${id}', '${id}', '${id}', '${id}', '${id}', now());
  insert into profiles (team_id, name, used_at, writer_id, written_until)
    values ('${id}', 'profile', now(), '${id}', '2026-01-02');
  insert into idempotency_keys (team_id, key, fingerprint, claim, held_until)
    values ('${id}', 'key', 'fingerprint', '${id}', '2026-01-02');
  insert into slots values ('${id}', '${id}', '2026-01-02');
  insert into cached_bodies (blob, stored_bytes, held_until) values ('blob', 5, '2026-01-02');
  insert into search_providers (name, rest_ms, resting_until) values ('provider', 60000, '2026-01-02');`

const date = (column: string) => `${column}::date::text as ${column}`

/** Each query with the row that it returns after the upgrade. */
const expected: readonly (readonly [query: string, row: object])[] = [
  [
    `select is_discovering, ${date('discovery_leased_until')}, discovery_crash_points from jobs`,
    { is_discovering: true, discovery_leased_until: '2026-01-02', discovery_crash_points: 3 },
  ],
  [
    `select url_key, state, lease_owner, ${date('leased_until')}, crash_points from job_pages where number = 1`,
    {
      url_key: Buffer.of(1),
      state: 'leased',
      lease_owner: id,
      leased_until: '2026-01-02',
      crash_points: 2,
    },
  ],
  [`select state from job_pages where number = 2`, { state: 'waiting' }],
  [`select url_key from job_final_urls`, { url_key: Buffer.of(3) }],
  [`select url_key, url from job_robots_blocked`, { url_key: Buffer.of(4), url: 'blocked' }],
  [`select ${date('dispatched_at')} from job_dispatch`, { dispatched_at: '2026-01-02' }],
  [`select position from job_documents`, { position: 7 }],
  [
    `select w.webhook from deliveries d join job_webhooks w using (job_id, webhook_key)`,
    { webhook: 'webhook' },
  ],
  [
    `select n.public_key from job_keys k join nodes n on n.id = k.node_id`,
    { public_key: Buffer.of(7) },
  ],
  [`select key_job_id, lease_owner from queue_items`, { key_job_id: id, lease_owner: id }],
  [
    `select lease_owner, ${date('leased_until')} from profiles`,
    { lease_owner: id, leased_until: '2026-01-02' },
  ],
  [
    `select request_id, ${date('leased_until')} from idempotency_keys`,
    { request_id: id, leased_until: '2026-01-02' },
  ],
  [`select ${date('expires_at')} from slots`, { expires_at: '2026-01-02' }],
  [`select ${date('protected_until')} from cached_bodies`, { protected_until: '2026-01-02' }],
  [
    `select cooldown_ms, ${date('cooldown_until')} from search_providers`,
    { cooldown_ms: 60_000, cooldown_until: '2026-01-02' },
  ],
]

test('the upgrade to standard names keeps the data of the renamed tables and columns', async () => {
  using before = migrationsUntil((name) => /^\d/.test(name) && name < renaming)
  using after = migrationsUntil((name) => /^\d/.test(name) && name <= renaming)
  await using database = await emptyDatabase()
  await migrate(database, before.folder)
  for (const statement of rows.split(/;\n/)) await database.query(statement)

  await migrate(database, after.folder)

  for (const [query, row] of expected) assert.deepEqual(await database.query(query), [row], query)
})

test('the upgrade to standard names removes the functions with the former names', async () => {
  await using database = await emptyDatabase()
  await migrate(database)

  const found = await database.query(
    `select proname from pg_proc where proname in
       ('hold_slots', 'hold_credits', 'settle_credits', 'delete_sealed_deliveries')`,
  )

  assert.deepEqual(found, [])
})
