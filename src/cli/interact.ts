import { text } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { wholeNumber } from './arguments.ts'
import { CommandError } from './command-error.ts'
import { countsCredits } from './count-credits.ts'
import { runningService, withServiceFlags, type ServiceFlags } from './running-service.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'
import { showWaiting } from './waiting.ts'

interface Session {
  readonly id: string
  readonly status?: 'active' | 'destroyed' | 'error'
  readonly cdpUrl: string | null
  readonly liveViewUrl: string | null
  readonly interactiveLiveViewUrl: string | null
  readonly createdAt?: string
  readonly lastActivity?: string
  readonly expiresAt?: string
  readonly error?: string
}

interface Execution {
  readonly stdout: string
  readonly stderr: string
  readonly result: string
  readonly exitCode: number
  readonly killed: boolean
  readonly error?: string
  readonly output?: string
}

interface Flags extends ServiceFlags {
  readonly json?: true
}

interface CreateFlags extends Flags {
  readonly ttl: number
  readonly idle: number
  readonly profile?: string
  readonly view: boolean
  readonly record: boolean
}

interface WorkFlags extends Flags {
  readonly language: string
  readonly timeout?: number
}

const timeoutSecondsMax = 300

/** `weir interact create | list | exec | prompt | view | stop`. */
export function declareInteract(interact: Command, terminal: Terminal): void {
  const command = (name: string, summary: string) =>
    withServiceFlags(interact.command(name).description(summary)).option('--json', 'print JSON')
  addCreateCommand(command, terminal)
  addWorkCommands(command, terminal)

  command('list', 'List the sessions of the team, newest first.')
    .option('--all', 'also those that have ended')
    .action(async (flags: Flags & { readonly all?: true }) => {
      const query = flags.all ? '' : '?status=active'
      const ask = runningService(flags, terminal)
      const { sessions } = await ask<{ sessions: Session[] }>('GET', `/v2/interact${query}`)
      if (flags.json) return printJson(terminal, sessions)
      if (sessions.length === 0) return terminal.note('No session is open.')
      terminal.out(sessionTable(sessions))
    })
  command('view', 'Print the URL of the live view of a session.')
    .argument('<id>')
    .option('--control', 'with mouse and keyboard; whoever has the URL controls the browser')
    .action(async (id: string, flags: Flags & { readonly control?: true }) => {
      const session = await runningService(flags, terminal)<Session>('GET', makePath(id))
      if (flags.json) return printJson(terminal, session)
      const url = flags.control ? session.interactiveLiveViewUrl : session.liveViewUrl
      if (url !== null) return terminal.out(url)
      terminal.note(
        session.status === 'active' ? 'This session has no live view.' : describeEnd(session),
      )
      throw new CommandError()
    })
  command('stop', 'End a session.')
    .argument('<id>')
    .action(async (id: string, flags: Flags) => {
      const ask = runningService(flags, terminal)
      const ended = await ask<Ended>('DELETE', makePath(id))
      if (flags.json) return printJson(terminal, ended)
      const cost = (await countsCredits(ask)) ? `; ${ended.creditsBilled} credits` : ''
      const seconds = Math.round((ended.sessionDurationMs ?? 0) / 1_000)
      terminal.note(`The session has ended after ${seconds} s${cost}.`)
    })
}

interface Ended {
  readonly sessionDurationMs?: number
  readonly creditsBilled: number
}

type MakeCommand = (name: string, summary: string) => Command

const makePath = (id: string) => `/v2/interact/${encodeURIComponent(id)}`
const printJson = (terminal: Terminal, value: object) =>
  terminal.out(JSON.stringify(value, null, 2))
const describeEnd = ({ error }: Session) => `The session has ended.${error ? ` ${error}` : ''}`

const seconds = (flag: string, summary: string, min: number) =>
  new Option(flag, summary).argParser(wholeNumber(min, 3_600))

function addCreateCommand(command: MakeCommand, terminal: Terminal): void {
  command('create', 'Start a browser and print the id of the session.')
    .addOption(seconds('--ttl <seconds>', 'when the session ends', 30).default(600))
    .addOption(seconds('--idle <seconds>', 'when an unused session ends', 10).default(300))
    .option('--profile <name>', 'start with this profile, and save it at the end')
    .option('--no-view', 'without a live view')
    .option('--no-record', 'without a recording')
    .action(async (flags: CreateFlags) => {
      const { ttl, idle: activityTtl, profile, view, record } = flags
      const session = await showWaiting(terminal, 'Starting a browser', () =>
        runningService(flags, terminal)<Session>('POST', '/v2/interact', {
          ttl,
          activityTtl,
          streamWebView: view,
          recordSession: record,
          ...(profile !== undefined && { profile: { name: profile } }),
        }),
      )
      if (flags.json) return printJson(terminal, session)
      terminal.out(session.id)
      const { dim } = terminal.paint
      if (session.liveViewUrl !== null) terminal.note(dim(`Live view: ${session.liveViewUrl}`))
      terminal.note(dim(`Ends at ${session.expiresAt}, or by: weir interact stop ${session.id}`))
    })
}

const timeout = () =>
  new Option('--timeout <seconds>', 'when the work is ended').argParser(
    wholeNumber(1, timeoutSecondsMax),
  )

function addWorkCommands(command: MakeCommand, terminal: Terminal): void {
  command('exec', 'Run a program in a session. Its output and exit code are those of the command.')
    .argument('<id>')
    .argument('[code]', 'the program; read from standard input when absent')
    .addOption(
      new Option('-l, --language <name>', 'language of the program')
        .choices(['node', 'python', 'bash'])
        .default('node'),
    )
    .addOption(timeout())
    .action(async (id: string, given: string | undefined, flags: WorkFlags) => {
      const code = given ?? (await text(process.stdin))
      await work(id, { code, language: flags.language }, { flags, terminal })
    })
  command('prompt', 'Let the language model of the service do a task in a session.')
    .argument('<id>')
    .argument('<task...>', 'what to do, in words')
    .addOption(timeout())
    .action(async (id: string, words: readonly string[], flags: WorkFlags) => {
      await work(id, { prompt: words.join(' ') }, { flags, terminal })
    })
}

async function work(
  id: string,
  what: object,
  { flags, terminal }: { readonly flags: WorkFlags; readonly terminal: Terminal },
): Promise<void> {
  const { timeout } = flags
  const body = { ...what, ...(timeout !== undefined && { timeout }) }
  const done = await showWaiting(terminal, 'Running', () =>
    runningService(flags, terminal)<Execution>('POST', `${makePath(id)}/execute`, body),
  )
  if (flags.json) printJson(terminal, done)
  else print(done, terminal)
  if (done.killed) throw new CommandError()
  if (done.exitCode !== 0) throw new CommandError(done.exitCode)
}

function print({ stdout, stderr, result, output, killed, error }: Execution, terminal: Terminal) {
  const printed = stdout.trimEnd()
  if (printed !== '') terminal.out(printed)
  // Without a value of its own, the result repeats what was printed.
  const value = output ?? (result === printed ? '' : result)
  if (value !== '') terminal.out(value)
  if (stderr.trim() !== '') terminal.note(stderr.trimEnd())
  if (killed && error !== undefined)
    terminal.note(terminal.paint.red(error.split('\n', 1)[0] ?? ''))
}

const time = (value: string | undefined) => value && new Date(value)

function sessionTable(sessions: readonly Session[]): string {
  return table(sessions, {
    id: ({ id }) => id,
    status: ({ status }) => status,
    created: ({ createdAt }) => time(createdAt),
    used: ({ lastActivity }) => time(lastActivity),
    'live view': ({ liveViewUrl }) => liveViewUrl,
  })
}
