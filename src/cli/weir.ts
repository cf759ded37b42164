import { existsSync } from 'node:fs'
import { Command, CommanderError, Help } from 'commander'
import { ServiceError } from '#kernel/errors.ts'
import { commands } from './commands.ts'
import { CommandError, ServiceAccessError } from './command-error.ts'
import { operatorHint } from './operator-hint.ts'
import { createInterruption } from './interruption.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { version } from '#kernel/version.ts'

/** Runs one command in this process and returns its exit code; `parentEnded` aborts to stop it. */
export async function weir(args: readonly string[], parentEnded: AbortSignal): Promise<number> {
  using interruption = createInterruption(parentEnded)
  if (existsSync('.env')) process.loadEnvFile('.env')
  return await runCommand(args, processTerminal(interruption))
}

/**
 * Runs one command and returns its exit code.
 * Failures are printed as a sentence on standard error.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await createProgram(args, terminal)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed its message; help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    if (error instanceof CommandError) return error.exitCode
    const interrupted = terminal.interruptedCode()
    if (interrupted !== undefined) return interrupted
    terminal.note(terminal.paint.red(explain(error)))
    return error instanceof ServiceAccessError ? exitCodes.service : exitCodes.failed
  }
}

const exitCodes = { failed: 1, usage: 2, service: 3 }
const exitCodeHelp = `
Exit codes:
  0  done
  1  the work failed: the page has status 400 or above, nothing could be loaded, something is missing
  2  the command line is wrong
  3  the service does not answer, or refuses the key
  129, 130, 143  ended by a signal`

async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('weir')
    .description('Web data on your own machine: converts URLs into clean content.')
    .version(version())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    // Arguments and options of the commands are known only when their files are loaded.
    .configureHelp({
      subcommandTerm(command) {
        const isOfGroup = command.parent?.parent
        return isOfGroup ? Help.prototype.subcommandTerm.call(this, command) : command.name()
      },
    })
    .showHelpAfterError('Add --help for the options.')
    .addHelpText('after', exitCodeHelp)
  for (const [name, { group, description, load }] of Object.entries(commands)) {
    const command = program.command(name).description(description).helpGroup(group)
    if (!args.includes(name)) continue
    const declare = await load()
    declare(command, terminal)
  }
  return program
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = error instanceof ServiceError ? (error.details ?? []) : []
  const fields = details.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  const hints = error instanceof ServiceError ? operatorHint(error.code) : []
  return [error.message, ...fields, ...hints].join('\n')
}
