import type { Command } from 'commander'
import type { Accounts } from '#compose-operator.ts'
import { withAccounts } from './open-accounts.ts'
import {
  runningService,
  withServiceFlags,
  type AskService,
  type ServiceFlags,
} from './running-service.ts'
import type { Terminal } from './terminal.ts'

/** Options of a command that asks the service. */
export interface WorkFlags extends ServiceFlags {
  readonly json?: true
}

/** What a command works with, then its arguments and its options. */
type Work<Tool, Args extends readonly unknown[], Value> = (
  tool: Tool,
  ...args: Args
) => Promise<Value>

/**
 * Makes what ends the declaration of a command that works on the accounts of the data folder. The value of its work is printed as JSON with
 * `--json`, and by `show` without.
 */
export function createAccountWork(terminal: Terminal) {
  return <Args extends readonly unknown[], Value extends object>(
    command: Command,
    work: Work<Accounts, Args, Value>,
    show: (value: Value) => void | Promise<void>,
  ): void =>
    act(command, async (args, { json }) => {
      const value = await withAccounts(terminal, (accounts) => work(accounts, ...(args as Args)))
      return json ? printJson(terminal, value) : show(value)
    })
}

/** The same for a command that asks the running service, which `--url` and `--key` name. */
export function createServiceWork(terminal: Terminal) {
  return <Args extends readonly unknown[], Value extends object>(
    command: Command,
    work: Work<AskService, Args, Value>,
    show: (value: Value, ask: AskService) => void | Promise<void>,
  ): void =>
    act(withServiceFlags(command), async (args, flags) => {
      const ask = runningService(flags, terminal)
      const value = await work(ask, ...(args as Args))
      return flags.json ? printJson(terminal, value) : show(value, ask)
    })
}

export const printJson = (terminal: Terminal, value: object) =>
  terminal.out(JSON.stringify(value, null, 2))

/** Actions get the arguments, the options and the command. */
function act(
  command: Command,
  run: (args: unknown, flags: WorkFlags) => void | Promise<void>,
): void {
  command
    .option('--json', 'print as JSON')
    .action((...all: unknown[]) => run(all.slice(0, -1), all.at(-2) as WorkFlags))
}
