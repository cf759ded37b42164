import { InvalidArgumentError, Option, type Command } from 'commander'
import type { ZeroDataRetention } from '#kernel/account.ts'
import type { Accounts } from '#compose-operator.ts'
import { parseRange } from '#net/address-list.ts'
import { wordList } from './arguments.ts'
import { createAccountWork } from './command-work.ts'
import { teamNamed, type Team } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface Flags {
  readonly plan?: string
  readonly zeroDataRetention?: ZeroDataRetention
  readonly allowedIps?: readonly string[]
  readonly safeMode?: 'on' | 'off'
}

/** `weir teams create | list | show | set | webhook-secret | forget`. */
export function declareTeams(teams: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  const command = (name: string, text: string) => teams.command(name).description(text)
  const showTeams = (shown: readonly Team[]) => terminal.out(table(shown, columns))
  doWork(
    withSettings(command('create', 'Create a team.').argument('<name>')),
    (accounts, name: string, flags: Flags) => accounts.teams.create({ name, ...toSettings(flags) }),
    ({ name }) =>
      terminal.note(
        `Team ${name} was created. Create its first key with: weir keys create --team ${name}`,
      ),
  )
  doWork(command('list', 'List the teams.'), (accounts) => accounts.teams.list(), showTeams)
  doWork(
    command(
      'show',
      'Show a team with its current requests, and its credits where they are limited.',
    ).argument('[team]', optionalTeam),
    readUse,
    (shown) =>
      terminal.out(
        table([shown], {
          ...columns,
          // The plan of one's own machine has no limit in practice.
          ...(shown.plan !== 'self-hosted' && { credits: () => shown.credits }),
          running: (team) => team.running,
          waiting: (team) => team.waiting,
        }),
      ),
  )
  doWork(
    withSettings(command('set', 'Change a team.').argument('<team>', 'name or id')),
    async (accounts, name: string, flags: Flags) => {
      const { id } = await teamNamed(accounts, name)
      return accounts.teams.set(id, toSettings(flags))
    },
    (team) => showTeams([team]),
  )
  declareUpkeep(teams, terminal)
}

function declareUpkeep(teams: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  doWork(
    teams
      .command('webhook-secret')
      .description('Print the webhook secret of a team.')
      .argument('[team]', optionalTeam)
      .option(
        '--rotate',
        'make a new one; for a day the old one signs beside it, as Standard Webhooks has it',
      ),
    async ({ teams, webhookSecrets }, name: string | undefined, flags: { rotate?: true }) => {
      const { id } = await teamNamed({ teams }, name)
      const secret = await (flags.rotate ? webhookSecrets.rotate(id) : webhookSecrets.read(id))
      return { secret: secret ?? null }
    },
    ({ secret }) => terminal.out(secret ?? ''),
  )
  doWork(
    teams
      .command('forget')
      .description(
        'Remove pages from the search index of a team. Pages that are read again return.',
      )
      .argument('[team]', optionalTeam)
      .option('--host <host>', 'only pages of this host and its subdomains'),
    async (accounts, name: string | undefined, { host }: { host?: string }) => {
      const team = await teamNamed(accounts, name)
      await accounts.pageIndex.forget(team.id, host)
      return { team: team.name, host: host ?? null, forgotten: true }
    },
    ({ host }) => terminal.note(`Pages of ${host ?? 'all hosts'} are removed from the index.`),
  )
}

const optionalTeam = 'name or id; optional if there is only one'

/** Adds the settings of a team that can be given. */
const withSettings = (command: Command): Command =>
  command
    .option('--plan <plan>', 'one of "weir plans list"')
    .addOption(
      new Option(
        '--zero-data-retention <rule>',
        'off refuses the request option, allowed honours it, forced applies it to every request',
      ).choices(['off', 'allowed', 'forced']),
    )
    .addOption(
      new Option(
        '--safe-mode <switch>',
        'on refuses enhanced proxies, ignoreRobotsTxt, profiles, writing actions, credentials and browser sessions',
      ).choices(['on', 'off']),
    )
    .option(
      '--allowed-ips <list>',
      'addresses and ranges that may use the keys of the team, separated by commas; any for all',
      addressList,
    )

const toSettings = ({ plan, zeroDataRetention, allowedIps, safeMode }: Flags) => ({
  plan,
  zeroDataRetention,
  allowedAddresses: allowedIps,
  safeMode: safeMode && safeMode === 'on',
})

function addressList(value: string): string[] {
  if (value === 'any') return []
  const list = wordList(value)
  if (list.length === 0) throw new InvalidArgumentError('Give an address or a CIDR, or "any".')
  for (const entry of list) {
    try {
      parseRange(entry)
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
    }
  }
  return list
}

async function readUse(accounts: Accounts, name: string | undefined) {
  const team = await teamNamed(accounts, name)
  const [credits, slots] = await Promise.all([
    accounts.credits.balance(team.id),
    accounts.slots.usage(team.id),
  ])
  return { ...team, credits, running: slots.active, waiting: slots.waiting }
}

const columns = {
  id: (team: Team) => team.id,
  name: (team: Team) => team.name,
  plan: (team: Team) => team.plan,
  'zero data retention': (team: Team) => team.zeroDataRetention,
  'safe mode': (team: Team) => (team.safeMode ? 'on' : 'off'),
  'allowed IPs': (team: Team) => team.allowedAddresses.join(', ') || 'any',
  created: (team: Team) => team.createdAt,
}
