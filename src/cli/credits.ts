import { InvalidArgumentError, type Command } from 'commander'
import { createAccountWork } from './command-work.ts'
import { teamNamed } from './open-accounts.ts'
import type { Terminal } from './terminal.ts'

/** `weir credits grant | balance`. */
export function declareCredits(credits: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  doWork(
    credits
      .command('grant')
      .description('Add credits to a team; a negative number removes them.')
      .argument('<team>', 'name or id')
      .argument('<amount>', 'credits', wholeAmount)
      .option('--note <text>', 'reason, for the ledger', 'granted by the operator'),
    async (accounts, ...[name, amount, { note }]: [string, number, { note: string }]) => {
      const { id, name: team } = await teamNamed(accounts, name)
      await accounts.credits.grant(id, amount, note)
      return { team, credits: await accounts.credits.balance(id) }
    },
    (found) => terminal.note(`Team ${found.team} has ${found.credits} credits.`),
  )
  doWork(
    credits
      .command('balance')
      .description('Print the remaining credits of a team.')
      .argument('[team]', 'name or id; optional if there is only one'),
    async (accounts, name: string | undefined) => {
      const { id, name: team } = await teamNamed(accounts, name)
      return { team, credits: await accounts.credits.balance(id) }
    },
    (found) => terminal.out(String(found.credits)),
  )
}

function wholeAmount(value: string): number {
  const amount = Number(value)
  if (Number.isSafeInteger(amount) && amount !== 0) return amount
  throw new InvalidArgumentError('It must be a whole number other than 0.')
}
