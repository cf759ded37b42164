import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'

/** The module that owns each table. Other modules use the functions and interfaces of the owner. */
const tables: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'activity',
    'api_keys',
    'console_events',
    'console_links',
    'console_sessions',
    'console_tickets',
    'idempotency_keys',
    'identities',
    'keyless_credits',
    'keyless_requests',
    'memberships',
    'passkey_challenges',
    'passkeys',
    'people',
    'plans',
    'rate_windows',
    'saved_requests',
    'second_factors',
    'sign_in_attempts',
    'slot_waits',
    'slots',
    'teams',
  ],
  changes: ['page_snapshots'],
  credits: ['credit_balances', 'credit_deltas', 'credit_entries', 'credit_reservations'],
  delivery: [
    'channels',
    'deliveries',
    'delivery_attempts',
    'job_webhooks',
    'mails',
    'siem_batches',
    'siem_events',
    'siem_settings',
  ],
  formats: ['extraction_recipes'],
  'features/agent': [
    'agent_events',
    'agent_findings',
    'agent_runs',
    'agent_snapshots',
    'agent_sources',
    'agent_steps',
    'agent_threads',
  ],
  'features/monitor': [
    'mail_suppressions',
    'monitor_check_jobs',
    'monitor_checks',
    'monitor_feeds',
    'monitor_pages',
    'monitor_recipients',
    'monitor_reports',
    'monitor_seen',
    'monitor_versions',
    'monitors',
  ],
  'data-providers': ['accepted_terms', 'data_providers'],
  'features/parse': ['uploads'],
  pages: ['scrapes'],
  'features/feedback': ['feedback'],
  'features/interact': ['browser_hosts', 'browser_segments', 'browser_sessions'],
  'features/search': ['searches'],
  'web-search': ['search_providers'],
  fetch: ['cached_bodies', 'cached_pages'],
  jobs: [
    'job_robots_blocked',
    'job_documents',
    'job_errors',
    'job_final_urls',
    'job_pages',
    'job_dispatch',
    'team_dispatch',
    'jobs',
  ],
  llm: ['model_answers', 'model_usage'],
  'page-index': [
    'search_estimates',
    'search_frequencies',
    'search_links',
    'search_pages',
    'search_pending',
    'search_vector_claims',
    'search_words',
  ],
  queue: ['queue_items'],
  storage: [
    'files',
    'gauge_lease',
    'job_keys',
    'nodes',
    'migrations',
    'profiles',
    'service_secret',
  ],
  threat: ['threat_blocks', 'threat_settings'],
}

/** The module that owns each function of the database: a file of `migrations/functions`. */
const functions: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'admit_operation',
    'api_key_names',
    'extend_slots',
    'add_slots',
    'release_slots',
    'slots_for_jobs',
    'take_slot',
    'team_created_at',
    'team_ids',
    'team_in_safe_mode',
  ],
  credits: [
    'add_credit_entry',
    'credit_balance',
    'credits_free',
    'credits_left',
    'extend_credits',
    'fold_credits',
    'add_credit_reservations',
    'open_credit_period',
    'refuse_change',
    'release_credits',
    'reserve_credits',
    'charge_credits',
  ],
  delivery: ['delete_zero_data_retention_deliveries'],
  jobs: ['claim_pages', 'job_ids', 'remove_idle_teams', 'running_job_ids', 'set_job_dispatch'],
  'page-index': ['queue_for_search', 'search_configuration'],
  queue: ['claim_queue_items', 'remove_queue_items'],
  storage: ['job_key_ids', 'job_key_ids_of', 'release_profiles'],
}

/** Files that name a table of another module, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'migrations/functions/claim_pages.sql names job_keys':
    'The query plan of a claim is tuned; its cost must not grow with the frontier.',
  'migrations/functions/open_credit_period.sql names teams':
    'The period of a team follows from its creation and its plan, read under the lock of its credits.',
  'migrations/functions/open_credit_period.sql names plans':
    'The period of a team follows from its creation and its plan, read under the lock of its credits.',
}

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const indexOwners = (lists: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(lists).flatMap(([owner, names]) => names.map((name) => [name, owner])))
const ownerOfTable = indexOwners(tables)
const ownerOfFunction = indexOwners(functions)

/** Tables that a piece of SQL reads or writes. */
function tablesIn(sql: string): string[] {
  const named = sql.matchAll(
    /\b(?:from|join|into|update|using|table|truncate)\s+(?:(?:only|table)\s+)?"?([a-z_]+)"?|,\s*([a-z_]+)\s+[a-z]\b/gi,
  )
  const names = [...named].map(([, name, listed]) => (name ?? listed ?? '').toLowerCase())
  return [...new Set(names.filter((name) => ownerOfTable.has(name)))]
}

/** Texts of the string and template literals of a source file. */
function listLiterals(source: string): string[] {
  const texts: string[] = []
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value)
    },
    TemplateLiteral: ({ quasis }) => {
      texts.push(quasis.map(({ value }) => value.raw).join(' _ '))
    },
  }).visit(parseSync('source.ts', source).program)
  return texts
}

const findModule = (path: string) => /^src\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? path

function foreignTables(path: string, { owner, sql }: { owner: string; sql: string }): string[] {
  return tablesIn(sql)
    .filter((table) => ownerOfTable.get(table) !== owner)
    .map((table) => `${path} names ${table}`)
}

const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
const functionFiles = globSync('migrations/functions/*.sql', { cwd: root })

test('every table has an owner', () => {
  const made = new Set<string>()
  const texts = globSync('migrations/*.sql', { cwd: root }).toSorted().map(read)
  for (const text of [...texts, read('src/storage/migrate.ts')]) {
    for (const [, verb, name = ''] of text.matchAll(
      /\b(create|drop)\s+(?:unlogged\s+)?table\s+(?:if (?:not )?exists\s+)?([a-z_]+)/g,
    )) {
      if (verb === 'create') made.add(name)
      else made.delete(name)
    }
    for (const [, before = '', after = ''] of text.matchAll(
      /\balter table ([a-z_]+) rename to ([a-z_]+)/g,
    )) {
      made.delete(before)
      made.add(after)
    }
  }
  assert.deepEqual([...ownerOfTable.keys()].toSorted(), [...made].toSorted())
})

test('every function of the database has an owner', () => {
  const files = functionFiles.map((path) => basename(path, '.sql'))
  assert.deepEqual([...ownerOfFunction.keys()].toSorted(), files.toSorted())
})

test('only the owner of a table names it in SQL', () => {
  const found = [
    ...sources.flatMap((path) =>
      listLiterals(read(path)).flatMap((sql) =>
        foreignTables(path, { owner: findModule(path), sql }),
      ),
    ),
    ...functionFiles.flatMap((path) => {
      const owner = ownerOfFunction.get(basename(path, '.sql')) ?? path
      return foreignTables(path, { owner, sql: read(path).replaceAll(/--[^\n]*/g, '') })
    }),
  ]
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(exceptions).toSorted())
})

test('tables are found at every position of a statement', () => {
  const statements = [
    'select * from jobs',
    'select 1 from teams t, jobs j where true',
    'select 1 from teams t join jobs j on true',
    'insert into jobs (id) values ($1)',
    'update only jobs set id = id',
    'with gone as (delete from jobs returning id) select 1',
    'delete from teams using jobs',
    'truncate table jobs',
  ]
  for (const statement of statements) assert.ok(tablesIn(statement).includes('jobs'), statement)
  assert.deepEqual(listLiterals("/* 'a' */ f(`b ${c ? `d` : 'e'} g`)").toSorted(), [
    'b  _  g',
    'd',
    'e',
  ])
})
