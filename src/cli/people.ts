import { Option, type Command } from 'commander'
import { teamRoles, type TeamRole } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Accounts } from '#compose-operator.ts'
import { createAccountWork } from './command-work.ts'
import { teamNamed } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface InviteFlags {
  readonly team?: string
  readonly role: TeamRole
}

const createdBy = 'the operator'

/** `weir people list | invite | reset | codes-off | disable`. */
export function declarePeople(people: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  const command = (name: string, text: string) => people.command(name).description(text)
  const showLink = ({ url }: { readonly url: string }) => terminal.out(url)
  doWork(
    command('list', 'List the people.'),
    (accounts) => accounts.people.all(),
    (rows) => terminal.out(table(rows, columns)),
  )
  doWork(
    command('invite', 'Print a link with which a person joins a team, once, within 72 hours.')
      .argument('[email]', 'the only address that may use the link')
      .option('--team <team>', 'name or id; optional if there is only one')
      .addOption(
        new Option('--role <role>', 'role in the team').choices(teamRoles).default('member'),
      ),
    async (accounts, email: string | undefined, { team, role }: InviteFlags) => {
      const { id: teamId } = await teamNamed(accounts, team)
      const invite = { teamId, role, email: email ?? null, createdBy }
      return makeLink(await accounts.consoleLinks.invite(invite), terminal)
    },
    showLink,
  )
  doWork(
    command(
      'reset',
      'Print a link with which a person chooses a new password, once, within an hour.',
    ).argument('<email>'),
    async (accounts, email: string) =>
      makeLink(
        await accounts.consoleLinks.reset(await findId(accounts, email), createdBy),
        terminal,
      ),
    showLink,
  )
  doWork(
    command(
      'codes-off',
      'Let a person who has lost the authenticator app sign in with the password alone.',
    ).argument('<email>'),
    async (accounts, email: string) => {
      await accounts.secondFactors.remove(await findId(accounts, email))
      return { email, codes: false }
    },
    ({ email }) => terminal.note(`${email} signs in with the password alone.`),
  )
  doWork(
    command('disable', 'End all sessions of a person and refuse new ones.').argument('<email>'),
    async (accounts, email: string) => {
      await accounts.people.disable(await findId(accounts, email))
      return { email, disabled: true }
    },
    ({ email }) => terminal.note(`${email} can no longer sign in.`),
  )
}

type Person = Awaited<ReturnType<Accounts['people']['all']>>[number]

const columns = {
  email: (person: Person) => person.email,
  name: (person: Person) => person.name,
  operator: (person: Person) => (person.isOperator ? 'yes' : 'no'),
  created: (person: Person) => person.createdAt,
  'last seen': (person: Person) => person.lastSeenAt,
  disabled: (person: Person) => person.disabledAt,
}

async function findId({ people }: Accounts, email: string): Promise<string> {
  const person = await people.byEmail(email)
  if (person) return person.id
  throw new ServiceError('NOT_FOUND', `There is no active person ${email}. See weir people list.`)
}

/** The token is in the fragment, which browsers do not send. */
async function makeLink({ token }: { readonly token: string }, { env }: Terminal) {
  const { readConfig } = await import('#config.ts')
  const { publicUrl, port } = readConfig(env).http
  return { url: `${publicUrl ?? `http://localhost:${port}`}/console/join#${token}` }
}
