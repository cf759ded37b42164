import type { Accounts } from '#compose-operator.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Terminal } from './terminal.ts'

export type Team = Awaited<ReturnType<Accounts['teams']['list']>>[number]
export type ThreatSettings = Awaited<ReturnType<Accounts['threatSettings']['read']>>
export type ThreatPolicy = ThreatSettings['policy']

/** Opens the accounts of the data folder, with or without a running service, and closes them afterwards. */
export async function withAccounts<Result>(
  { env, interrupted }: Terminal,
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  const { readConfig } = await import('#config.ts')
  const { openAccounts } = await import('#compose-operator.ts')
  const config = readConfig(env, { WEIR_LOG_LEVEL: 'silent' })
  await using accounts = await openAccounts(config, interrupted)
  return await work(accounts)
}

/** Returns the team with a name or id, or the only team. Throws `NOT_FOUND` or `BAD_REQUEST`. */
export async function teamNamed(
  accounts: Pick<Accounts, 'teams'>,
  name: string | undefined,
): Promise<Team> {
  const teams = await accounts.teams.list()
  const names = teams.map((team) => team.name).join(', ')
  const [only, ...others] = teams.filter((team) => name === undefined || isNamed(team, name))
  if (only && others.length === 0) return only
  if (name === undefined) throw new ServiceError('BAD_REQUEST', `Say which team: ${names}.`)
  if (only) throw new ServiceError('BAD_REQUEST', `Several teams are named ${name}; use the id.`)
  throw new ServiceError('NOT_FOUND', `There is no team ${name}. There are: ${names}.`)
}

const isNamed = (team: Team, name: string) => team.name === name || team.id === name.toLowerCase()
