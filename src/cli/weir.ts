import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { ServiceError } from '#kernel/errors.ts'
import { addAgentCommand } from './agent.ts'
import { addBackupCommand } from './backup.ts'
import { addCrawlCommand } from './crawl.ts'
import { addCreditCommands } from './credits.ts'
import { addDoctorCommand } from './doctor.ts'
import { Failed } from './failed.ts'
import { addInitCommand } from './init.ts'
import { addInteractCommands } from './interact.ts'
import { addKeyCommands } from './keys.ts'
import { addMapCommand } from './map.ts'
import { addMcpCommand } from './mcp.ts'
import { addMonitorCommands } from './monitor.ts'
import { operatorHint } from './operator-hint.ts'
import { addPeopleCommands } from './people.ts'
import { addParseCommand } from './parse.ts'
import { addPlanCommands } from './plans.ts'
import { addScrapeCommand } from './scrape.ts'
import { addSearchCommand } from './search.ts'
import { addServeCommand } from './serve.ts'
import { addSiemCommands } from './siem.ts'
import { addTeamCommands } from './teams.ts'
import { addThreatCommands } from './threat.ts'
import { createInterruption } from './interruption.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { version } from '#kernel/version.ts'

/**
 * Runs one command and returns its exit code.
 * Failures are printed as a sentence on standard error.
 */
export async function weir(args: readonly string[]): Promise<number> {
  using interruption = createInterruption()
  const terminal = processTerminal(interruption)
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    await createProgram(terminal).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed its message; help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode
    if (error instanceof Failed) return error.exitCode
    const interrupted = interruption.exitCode()
    if (interrupted !== undefined) return interrupted
    terminal.note(terminal.paint.red(explain(error)))
    return 1
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('weir')
    .description('Web data on your own machine: converts URLs into clean content.')
    .version(version())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .showHelpAfterError('Add --help for the options.')
  addServeCommand(program, terminal)
  addScrapeCommand(program, terminal)
  addParseCommand(program, terminal)
  addCrawlCommand(program, terminal)
  addMapCommand(program, terminal)
  addSearchCommand(program, terminal)
  addAgentCommand(program, terminal)
  addMonitorCommands(program, terminal)
  addInteractCommands(program, terminal)
  addMcpCommand(program)
  addInitCommand(program, terminal)
  addKeyCommands(program, terminal)
  addTeamCommands(program, terminal)
  addSiemCommands(program, terminal)
  addThreatCommands(program, terminal)
  addPeopleCommands(program, terminal)
  addPlanCommands(program, terminal)
  addCreditCommands(program, terminal)
  addBackupCommand(program, terminal)
  addDoctorCommand(program, terminal)
  return program
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = error instanceof ServiceError ? (error.details ?? []) : []
  const fields = details.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  const hints = error instanceof ServiceError ? operatorHint(error.code) : []
  return [error.message, ...fields, ...hints].join('\n')
}
