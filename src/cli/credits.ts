import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { teamNamed, withAccounts } from './open-accounts.ts'
import type { Terminal } from './terminal.ts'

/** `weir credits grant | balance`. */
export function declareCredits(credits: Command, terminal: Terminal): void {
  credits
    .command('grant')
    .description('Add credits to a team; a negative number removes them.')
    .argument('<team>', 'name or id')
    .argument('<amount>', 'credits', wholeAmount)
    .option('--note <text>', 'reason, for the ledger', 'granted by the operator')
    .option('--json', 'print as JSON')
    .action(async (name: string, amount: number, { note, json }: GrantFlags) => {
      const { team, balance } = await withAccounts(terminal, async (accounts) => {
        const team = await teamNamed(accounts, name)
        await accounts.credits.grant(team.id, amount, note)
        return { team, balance: await accounts.credits.balance(team.id) }
      })
      if (json) print({ team: team.name, credits: balance }, terminal)
      else terminal.note(`Team ${team.name} has ${balance} credits.`)
    })
  credits
    .command('balance')
    .description('Print the remaining credits of a team.')
    .argument('[team]', 'name or id; optional if there is only one')
    .option('--json', 'print as JSON')
    .action(async (name: string | undefined, { json }: { json?: true }) => {
      const found = await withAccounts(terminal, async (accounts) => {
        const team = await teamNamed(accounts, name)
        return { team: team.name, credits: await accounts.credits.balance(team.id) }
      })
      if (json) print(found, terminal)
      else terminal.out(String(found.credits))
    })
}

interface GrantFlags {
  readonly note: string
  readonly json?: true
}

const print = (found: { readonly team: string; readonly credits: number }, terminal: Terminal) =>
  terminal.out(JSON.stringify(found, null, 2))

function wholeAmount(value: string): number {
  const amount = Number(value)
  if (Number.isSafeInteger(amount) && amount !== 0) return amount
  throw new InvalidArgumentError('It must be a whole number other than 0.')
}
