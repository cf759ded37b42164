import { InvalidArgumentError, Option, type Command } from 'commander'
import type { ZeroDataRetention } from '#kernel/account.ts'
import type { Team } from './open-accounts.ts'
import { parseRange } from '#net/address-list.ts'
import { wordList } from './arguments.ts'
import { teamNamed, withAccounts } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface Changes {
  readonly plan?: string
  readonly zeroDataRetention?: ZeroDataRetention
  readonly allowedIps?: readonly string[]
  readonly safeMode?: 'on' | 'off'
  readonly json?: true
}

/** `weir teams create | list | show | set | webhook-secret | forget`. */
export function declareTeams(teams: Command, terminal: Terminal): void {
  teams
    .command('create')
    .description('Create a team.')
    .argument('<name>')
    .addOption(plan())
    .addOption(retention())
    .addOption(safeMode())
    .addOption(allowedIps())
    .addOption(json())
    .action((name: string, flags: Changes) => create(name, flags, terminal))
  teams
    .command('list')
    .description('List the teams.')
    .addOption(json())
    .action((flags: Changes) => list(flags, terminal))
  teams
    .command('show')
    .description('Show a team with its current requests, and its credits where they are limited.')
    .argument('[team]', 'name or id; optional if there is only one')
    .addOption(json())
    .action((name: string | undefined, flags: Changes) => show(name, flags, terminal))
  teams
    .command('set')
    .description('Change a team.')
    .argument('<team>', 'name or id')
    .addOption(plan())
    .addOption(retention())
    .addOption(safeMode())
    .addOption(allowedIps())
    .addOption(json())
    .action((name: string, flags: Changes) => change(name, flags, terminal))
  teams
    .command('webhook-secret')
    .description('Print the webhook secret of a team.')
    .argument('[team]', 'name or id; optional if there is only one')
    .option(
      '--rotate',
      'make a new one; for a day the old one signs beside it, as Standard Webhooks has it',
    )
    .addOption(json())
    .action((name: string | undefined, flags: { rotate?: true; json?: true }) =>
      webhookSecret(name, flags, terminal),
    )
  teams
    .command('forget')
    .description('Remove pages from the search index of a team. Pages that are read again return.')
    .argument('[team]', 'name or id; may be left out when there is only one')
    .option('--host <host>', 'only pages of this host and its subdomains')
    .addOption(json())
    .action((name: string | undefined, { host, json }: { host?: string; json?: true }) =>
      withAccounts(terminal, async (accounts) => {
        const team = await teamNamed(accounts, name)
        await accounts.pageIndex.forget(team.id, host)
        const forgotten = { team: team.name, host: host ?? null, forgotten: true }
        if (json) terminal.out(JSON.stringify(forgotten, null, 2))
        else terminal.note(`Pages of ${host ?? 'all hosts'} are removed from the index.`)
      }),
    )
}

const plan = () => new Option('--plan <plan>', 'one of "weir plans list"')

const retention = () =>
  new Option(
    '--zero-data-retention <rule>',
    'off refuses the request option, allowed honours it, forced applies it to every request',
  ).choices(['off', 'allowed', 'forced'])

const safeMode = () =>
  new Option(
    '--safe-mode <switch>',
    'on refuses enhanced proxies, ignoreRobotsTxt, profiles, writing actions, credentials and browser sessions',
  ).choices(['on', 'off'])

const isOn = (flag: Changes['safeMode']) => (flag === undefined ? undefined : flag === 'on')

const allowedIps = () =>
  new Option(
    '--allowed-ips <list>',
    'addresses and ranges that may use the keys of the team, separated by commas; any for all',
  ).argParser(addressList)

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

const json = () => new Option('--json', 'print as JSON')

async function create(name: string, flags: Changes, terminal: Terminal): Promise<void> {
  const team = await withAccounts(terminal, (accounts) =>
    accounts.teams.create({
      name,
      plan: flags.plan,
      zeroDataRetention: flags.zeroDataRetention,
      allowedAddresses: flags.allowedIps,
      safeMode: isOn(flags.safeMode),
    }),
  )
  if (flags.json) return terminal.out(JSON.stringify(team, null, 2))
  terminal.note(
    `Team ${team.name} was created. Create its first key with: weir keys create --team ${team.name}`,
  )
}

async function list(flags: Changes, terminal: Terminal): Promise<void> {
  const teams = await withAccounts(terminal, (accounts) => accounts.teams.list())
  if (flags.json) return terminal.out(JSON.stringify(teams, null, 2))
  terminal.out(table(teams, columns))
}

async function show(name: string | undefined, flags: Changes, terminal: Terminal): Promise<void> {
  const shown = await withAccounts(terminal, async (accounts) => {
    const team = await teamNamed(accounts, name)
    const [credits, slots] = await Promise.all([
      accounts.credits.balance(team.id),
      accounts.slots.usage(team.id),
    ])
    return { ...team, credits, running: slots.active, waiting: slots.waiting }
  })
  if (flags.json) return terminal.out(JSON.stringify(shown, null, 2))
  terminal.out(
    table([shown], {
      ...columns,
      // The plan of one's own machine has no limit in practice.
      ...(shown.plan !== 'self-hosted' && { credits: () => shown.credits }),
      running: (team) => team.running,
      waiting: (team) => team.waiting,
    }),
  )
}

async function change(name: string, flags: Changes, terminal: Terminal): Promise<void> {
  const { plan, zeroDataRetention, allowedIps: allowedAddresses } = flags
  const team = await withAccounts(terminal, async (accounts) => {
    const { id } = await teamNamed(accounts, name)
    const safe = isOn(flags.safeMode)
    return accounts.teams.set(id, { plan, zeroDataRetention, allowedAddresses, safeMode: safe })
  })
  if (flags.json) return terminal.out(JSON.stringify(team, null, 2))
  terminal.out(table([team], columns))
}

async function webhookSecret(
  name: string | undefined,
  { rotate, json }: { readonly rotate?: true; readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const secret = await withAccounts(terminal, async (accounts) => {
    const { id } = await teamNamed(accounts, name)
    return rotate ? accounts.webhookSecrets.rotate(id) : accounts.webhookSecrets.read(id)
  })
  terminal.out(json ? JSON.stringify({ secret: secret ?? null }, null, 2) : (secret ?? ''))
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
