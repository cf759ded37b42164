import { InvalidArgumentError, type Command } from 'commander'
import { formatTypes } from '#formats/registry.ts'
import { endpointGroups, type EndpointGroup } from '#kernel/account.ts'
import { knownWords, wordList } from './arguments.ts'
import { KeyHosts } from '#threat/read-key-hosts.ts'
import { teamNamed, withAccounts } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags {
  readonly team?: string
  readonly name: string
  readonly endpoints?: readonly EndpointGroup[]
  readonly hosts?: readonly string[]
  readonly formats?: readonly string[]
  readonly json?: true
}

/** `weir keys create | list | revoke`. */
export function declareKeys(keys: Command, terminal: Terminal): void {
  keys
    .command('create')
    .description('Create a key and print it, once.')
    .option('--team <team>', 'team of the key; optional if there is only one')
    .option('--name <name>', 'purpose of the key', 'unnamed')
    .option(
      '--endpoints <list>',
      'the only endpoints it may use, comma-separated',
      knownWords(endpointGroups),
    )
    .option(
      '--formats <list>',
      'the only formats it may ask for, comma-separated',
      knownWords(formatTypes),
    )
    .option(
      '--hosts <list>',
      'the only hosts it may reach, comma-separated; *.shop.example means its subdomains',
      hostList,
    )
    .option('--json', 'print it as JSON')
    .action((flags: CreateFlags) => create(flags, terminal))
  keys
    .command('list')
    .description('List the keys of a team, or of all teams.')
    .option('--team <team>', 'only the keys of this team')
    .option('--json', 'print them as JSON')
    .action((flags: { team?: string; json?: true }) => list(flags, terminal))
  keys
    .command('revoke')
    .description('Revoke a key; takes effect within a second.')
    .argument('<id>', 'id from "weir keys list"')
    .option('--json', 'print it as JSON')
    .action((id: string, flags: { json?: true }) => revoke(id, flags, terminal))
}

async function create(flags: CreateFlags, terminal: Terminal): Promise<void> {
  const { team, made } = await withAccounts(terminal, async (accounts) => {
    const team = await teamNamed(accounts, flags.team)
    const made = await accounts.keys.create({
      teamId: team.id,
      name: flags.name,
      allowedEndpoints: flags.endpoints ?? [],
      allowedFormats: flags.formats ?? [],
      allowedHosts: flags.hosts ?? [],
    })
    return { team, made }
  })
  if (flags.json) return terminal.out(JSON.stringify(made, null, 2))
  terminal.out(made.key)
  terminal.note(
    terminal.paint.dim(`A key of team ${team.name}, id ${made.id}. It is not shown again.`),
  )
}

async function list(flags: { team?: string; json?: true }, terminal: Terminal): Promise<void> {
  const rows = await withAccounts(terminal, async (accounts) => {
    const teams = flags.team ? [await teamNamed(accounts, flags.team)] : await accounts.teams.list()
    const listKeys = async (team: (typeof teams)[number]) =>
      (await accounts.keys.list(team.id)).map((key) => ({ ...key, team: team.name }))
    return (await Promise.all(teams.map(listKeys))).flat()
  })
  if (flags.json) return terminal.out(JSON.stringify(rows, null, 2))
  terminal.out(
    table(rows, {
      id: (key) => key.id,
      team: (key) => key.team,
      name: (key) => key.name,
      endpoints: (key) => key.allowedEndpoints.join(', ') || 'all',
      formats: (key) => key.allowedFormats.join(', ') || 'all',
      hosts: (key) => key.allowedHosts.join(', ') || 'all',
      created: (key) => key.createdAt,
      revoked: (key) => key.revokedAt,
    }),
  )
}

async function revoke(id: string, { json }: { json?: true }, terminal: Terminal): Promise<void> {
  await withAccounts(terminal, (accounts) => accounts.keys.revoke(id))
  if (json) return terminal.out(JSON.stringify({ id, revoked: true }, null, 2))
  terminal.note(`The key ${id} is revoked.`)
}

/** Parses a list of at least one host; an empty list would mean all. */
function hostList(value: string): string[] {
  const { data, error } = KeyHosts.safeParse(wordList(value))
  if (error) throw new InvalidArgumentError(error.issues[0]?.message ?? error.message)
  if (data.length === 0) throw new InvalidArgumentError('Name at least one host.')
  return data
}
