import { createSlots } from '#accounts/create-slots.ts'
import { createKeys } from '#accounts/keys.ts'
import { createPlans } from '#accounts/plans.ts'
import { createTeams } from '#accounts/teams.ts'
import type { Accounts } from '#cli/accounts.ts'
import type { Config } from '#config.ts'
import type { ReadContent } from '#content/content.ts'
import { createReadContent } from '#content/pool.ts'
import { createCredits } from '#credits/create-credits.ts'
import { httpEngine } from '#fetch/engines/http.ts'
import { createFetchPage, type FetchPage } from '#fetch/fetch-page.ts'
import { createLog } from '#kernel/create-log.ts'
import { createClient } from '#net/client.ts'
import { createGuard } from '#net/guard.ts'
import type { Database } from '#storage/database.ts'
import { migrate } from '#storage/migrate.ts'
import { startDatabase } from '#storage/start-database.ts'

/** What one scrape from the terminal needs: no accounts, no credits, no database. */
export function composeScrape(config: Config): AsyncDisposable & {
  readonly fetchPage: FetchPage
  readonly readContent: ReadContent
} {
  const stack = new AsyncDisposableStack()
  const guard = createGuard({
    allowedCidrs: config.WEIR_ALLOWED_PRIVATE_CIDRS,
    allowedHosts: config.WEIR_ALLOWED_PRIVATE_HOSTS,
  })
  const proxies = { basic: config.WEIR_PROXY_BASIC, enhanced: config.WEIR_PROXY_ENHANCED }
  const client = stack.use(createClient({ guard, proxies }))
  const engine = httpEngine({
    client,
    userAgent: config.WEIR_USER_AGENT,
    bodyBytesMax: config.WEIR_PAGE_BYTES_MAX,
  })
  const fetchPage = createFetchPage({ engines: [engine], log: createLog(config.WEIR_LOG_LEVEL) })
  const readContent = stack.use(createReadContent({ workersMax: 1 }))
  return { fetchPage, readContent, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The database as it is, not migrated; embedded, it joins one that runs or starts its own. */
export async function openDatabase(config: Config): Promise<Database> {
  return startDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.WEIR_DATA_DIR,
    pgBin: config.WEIR_PG_BIN,
    log: createLog('silent'),
  })
}

/** Teams, keys, plans and credits for the operator's hand. */
export async function openAccounts(config: Config): Promise<Accounts> {
  const database = await openDatabase(config)
  await migrate(database)
  return {
    teams: createTeams({ database }),
    keys: createKeys({ database }),
    plans: createPlans({ database }),
    credits: createCredits({ database }),
    slots: createSlots({ database }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
