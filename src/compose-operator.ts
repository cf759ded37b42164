import { createConsoleLinks } from '#accounts/console-links.ts'
import { createSlots } from '#accounts/create-slots.ts'
import { createKeys } from '#accounts/keys.ts'
import { createPeople } from '#accounts/people.ts'
import { createPlans } from '#accounts/plans.ts'
import { createSecondFactors } from '#accounts/second-factors.ts'
import { createTeams } from '#accounts/teams.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import { openDatabase, openMigratedDatabase } from '#compose-database.ts'
import { createServiceSecret } from '#compose-secret.ts'
import type { Config } from '#config.ts'
import { createCredits } from '#credits/create-credits.ts'
import { backUp } from '#storage/backup.ts'
import { createSeal } from '#storage/seal.ts'
import { createClockWatch } from '#storage/clock-watch.ts'
import { createThreatSettings, readThreatPolicy } from '#threat/settings-store.ts'

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** Management of teams, keys, plans and credits for the operator. */
export async function openAccounts(config: Config, signal: AbortSignal) {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openMigratedDatabase(config, { signal }))
  const watch = createClockWatch({ database })
  await watch.check()
  const { clock } = watch
  const resources = opening.move()
  const deriveKey = createServiceSecret(config)
  const seal = createSeal(deriveKey)
  return {
    teams: createTeams({ database }),
    keys: createKeys({ database }),
    people: createPeople({ database }),
    consoleLinks: createConsoleLinks({ database }),
    secondFactors: createSecondFactors({ database, seal }),
    plans: createPlans({ database }),
    threatSettings: createThreatSettings({ database }),
    readThreatPolicy,
    credits: createCredits({ database }),
    slots: createSlots({ database }),
    pageIndex: {
      /** Removes pages from the search index of a team: those of a host and its subdomains, or all. */
      async forget(teamId: string, host: string | undefined) {
        const { createGuard } = await import('#net/guard.ts')
        const { createLookup } = await import('#net/lookup.ts')
        const { composePageIndex } = await import('#page-index/compose.ts')
        await using clients = new AsyncDisposableStack()
        // Without a guard of the service: only the server that the operator has configured is called.
        const lookup = clients.use(createLookup())
        const parts = { database, clock, guard: createGuard({ lookup }), lookup }
        const pageIndex = composePageIndex(config, parts, clients)
        const pages =
          host === undefined ? ({ kind: 'all' } as const) : ({ kind: 'host', host } as const)
        await pageIndex.deletePages(teamId, pages)
      },
    },
    webhookSecrets: createWebhookSecrets({ database, deriveKey }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Copies the data folder with its database, with or without a running service. */
export async function backUpDataFolder(
  config: Config,
  { to, signal }: { readonly to: string; readonly signal: AbortSignal },
): Promise<void> {
  if (config.secrets.databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL is set, so the database is not in the data folder. Back it up with pg_dump, then copy the data folder.',
    )
  }
  await using database = await openDatabase(config, { signal })
  await backUp(database, { dataDir: config.storage.dataDir, to })
}
