import type { Sql } from '#storage/database.ts'

/** What a team has chosen. */
export interface TeamChoice {
  readonly isEnabled: boolean
  /** Ids of providers in the order in which they are asked. */
  readonly providers: readonly string[]
  /** Accepted versions of terms, by provider. */
  readonly accepted: Readonly<Record<string, readonly string[]>>
}

/** Which providers a team uses, and whose terms it has accepted. */
export interface TeamChoices {
  read(teamId: string): Promise<TeamChoice>
  write(teamId: string, choice: Pick<TeamChoice, 'isEnabled' | 'providers'>): Promise<void>
  accept(
    teamId: string,
    terms: { readonly provider: string; readonly version: string; readonly by: string | null },
  ): Promise<void>
}

export function createTeamChoices({ database }: { readonly database: Sql }): TeamChoices {
  return {
    async read(teamId) {
      const [row] = await database.query<{
        isEnabled: boolean | null
        providers: string[] | null
        terms: { provider: string; version: string }[] | null
      }>(
        `select s.is_enabled as "isEnabled", s.providers,
           (select json_agg(json_build_object('provider', provider, 'version', version))
            from accepted_terms where team_id = $1) as terms
         from (select 1) one left join data_providers s on s.team_id = $1`,
        [teamId],
      )
      const accepted: Record<string, string[]> = {}
      for (const { provider, version } of row?.terms ?? [])
        (accepted[provider] ??= []).push(version)
      return { isEnabled: row?.isEnabled === true, providers: row?.providers ?? [], accepted }
    },
    async write(teamId, { isEnabled, providers }) {
      await database.query(
        `insert into data_providers (team_id, is_enabled, providers, updated_at) values ($1, $2, $3, now())
         on conflict (team_id) do update set is_enabled = $2, providers = $3, updated_at = now()`,
        [teamId, isEnabled, [...providers]],
      )
    },
    async accept(teamId, { provider, version, by }) {
      await database.query(
        `insert into accepted_terms (team_id, provider, version, accepted_by, accepted_at)
         values ($1, $2, $3, $4, now()) on conflict do nothing`,
        [teamId, provider, version, by],
      )
    },
  }
}
