import { Option, type Command } from 'commander'
import { teamRoles, type TeamRole } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Accounts } from '#compose-operator.ts'
import { teamNamed, withAccounts } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface InviteFlags extends Flags {
  readonly team?: string
  readonly role: TeamRole
}

interface Flags {
  readonly json?: true
}

/** `weir people list | invite | reset | codes-off | disable`. */
export function declarePeople(people: Command, terminal: Terminal): void {
  people
    .command('list')
    .description('List the people.')
    .option('--json', 'print as JSON')
    .action((flags: Flags) => list(flags, terminal))
  people
    .command('invite')
    .description('Print a link with which a person joins a team, once, within 72 hours.')
    .argument('[email]', 'the only address that may use the link')
    .option('--team <team>', 'name or id; optional if there is only one')
    .addOption(new Option('--role <role>', 'role in the team').choices(teamRoles).default('member'))
    .option('--json', 'print as JSON')
    .action((email: string | undefined, flags: InviteFlags) => invite(email, flags, terminal))
  people
    .command('reset')
    .description('Print a link with which a person chooses a new password, once, within an hour.')
    .argument('<email>')
    .option('--json', 'print as JSON')
    .action((email: string, flags: Flags) => reset(email, flags, terminal))
  people
    .command('codes-off')
    .description('Let a person who has lost the authenticator app sign in with the password alone.')
    .argument('<email>')
    .option('--json', 'print as JSON')
    .action((email: string, flags: Flags) => switchCodesOff(email, flags, terminal))
  people
    .command('disable')
    .description('End all sessions of a person and refuse new ones.')
    .argument('<email>')
    .option('--json', 'print as JSON')
    .action((email: string, flags: Flags) => disable(email, flags, terminal))
}

const createdBy = 'the operator'

async function list(flags: Flags, terminal: Terminal): Promise<void> {
  const rows = await withAccounts(terminal, (accounts) => accounts.people.all())
  if (flags.json) return terminal.out(JSON.stringify(rows, null, 2))
  terminal.out(
    table(rows, {
      email: (person) => person.email,
      name: (person) => person.name,
      operator: (person) => (person.isOperator ? 'yes' : 'no'),
      created: (person) => person.createdAt,
      'last seen': (person) => person.lastSeenAt,
      disabled: (person) => person.disabledAt,
    }),
  )
}

async function invite(
  email: string | undefined,
  flags: InviteFlags,
  terminal: Terminal,
): Promise<void> {
  const { token } = await withAccounts(terminal, async (accounts) => {
    const { id: teamId } = await teamNamed(accounts, flags.team)
    return accounts.consoleLinks.invite({
      teamId,
      role: flags.role,
      email: email ?? null,
      createdBy,
    })
  })
  await printLink(token, flags, terminal)
}

async function reset(email: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { token } = await withAccounts(terminal, async (accounts) =>
    accounts.consoleLinks.reset(await findId(accounts, email), createdBy),
  )
  await printLink(token, flags, terminal)
}

async function switchCodesOff(email: string, { json }: Flags, terminal: Terminal): Promise<void> {
  await withAccounts(terminal, async (accounts) =>
    accounts.secondFactors.remove(await findId(accounts, email)),
  )
  if (json) return terminal.out(JSON.stringify({ email, codes: false }, null, 2))
  terminal.note(`${email} signs in with the password alone.`)
}

async function disable(email: string, { json }: Flags, terminal: Terminal): Promise<void> {
  await withAccounts(terminal, async (accounts) =>
    accounts.people.disable(await findId(accounts, email)),
  )
  if (json) return terminal.out(JSON.stringify({ email, disabled: true }, null, 2))
  terminal.note(`${email} can no longer sign in.`)
}

async function findId({ people }: Accounts, email: string): Promise<string> {
  const person = await people.byEmail(email)
  if (person) return person.id
  throw new ServiceError('NOT_FOUND', `There is no active person ${email}. See weir people list.`)
}

/** The token is in the fragment, which browsers do not send. */
async function printLink(token: string, { json }: Flags, terminal: Terminal): Promise<void> {
  const { readConfig } = await import('#config.ts')
  const { publicUrl, port } = readConfig(terminal.env).http
  const url = `${publicUrl ?? `http://localhost:${port}`}/console/join#${token}`
  terminal.out(json ? JSON.stringify({ url }, null, 2) : url)
}
