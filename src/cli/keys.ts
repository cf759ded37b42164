import { InvalidArgumentError, type Command } from 'commander'
import type { Accounts } from '#compose-operator.ts'
import { formatTypes } from '#formats/registry.ts'
import { endpointGroups, type EndpointGroup } from '#kernel/account.ts'
import { knownWords, wordList } from './arguments.ts'
import { KeyHosts } from '#threat/read-key-hosts.ts'
import { createAccountWork } from './command-work.ts'
import { teamNamed } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags {
  readonly team?: string
  readonly name: string
  readonly endpoints?: readonly EndpointGroup[]
  readonly hosts?: readonly string[]
  readonly formats?: readonly string[]
}

/** `weir keys create | list | revoke`. */
export function declareKeys(keys: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  doWork(
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
      ),
    create,
    ({ id, key, team }) => {
      terminal.out(key)
      terminal.note(terminal.paint.dim(`A key of team ${team}, id ${id}. It is not shown again.`))
    },
  )
  doWork(
    keys
      .command('list')
      .description('List the keys of a team, or of all teams.')
      .option('--team <team>', 'only the keys of this team'),
    list,
    (rows) => terminal.out(table(rows, columns)),
  )
  doWork(
    keys
      .command('revoke')
      .description('Revoke a key; takes effect within a second.')
      .argument('<id>', 'id from "weir keys list"'),
    async (accounts, id: string) => {
      await accounts.keys.revoke(id)
      return { id, revoked: true }
    },
    ({ id }) => terminal.note(`The key ${id} is revoked.`),
  )
}

async function create(accounts: Accounts, flags: CreateFlags) {
  const { id: teamId, name: team } = await teamNamed(accounts, flags.team)
  const made = await accounts.keys.create({
    teamId,
    name: flags.name,
    allowedEndpoints: flags.endpoints ?? [],
    allowedFormats: flags.formats ?? [],
    allowedHosts: flags.hosts ?? [],
  })
  return { ...made, team }
}

async function list(accounts: Accounts, { team: name }: { readonly team?: string }) {
  const teams = name ? [await teamNamed(accounts, name)] : await accounts.teams.list()
  const listKeys = async (team: (typeof teams)[number]) =>
    (await accounts.keys.list(team.id)).map((key) => ({ ...key, team: team.name }))
  return (await Promise.all(teams.map(listKeys))).flat()
}

type Row = Awaited<ReturnType<typeof list>>[number]

const columns = {
  id: (key: Row) => key.id,
  team: (key: Row) => key.team,
  name: (key: Row) => key.name,
  endpoints: (key: Row) => key.allowedEndpoints.join(', ') || 'all',
  formats: (key: Row) => key.allowedFormats.join(', ') || 'all',
  hosts: (key: Row) => key.allowedHosts.join(', ') || 'all',
  created: (key: Row) => key.createdAt,
  revoked: (key: Row) => key.revokedAt,
}

/** Parses a list of at least one host; an empty list would mean all. */
function hostList(value: string): string[] {
  const { data, error } = KeyHosts.safeParse(wordList(value))
  if (error) throw new InvalidArgumentError(error.issues[0]?.message ?? error.message)
  if (data.length === 0) throw new InvalidArgumentError('Name at least one host.')
  return data
}
