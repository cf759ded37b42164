import { readFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { CommandError } from './command-error.ts'
import { createServiceWork, printJson, type WorkFlags } from './command-work.ts'
import { runningService, withServiceFlags } from './running-service.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface Settings {
  readonly data: {
    readonly configured: boolean
    readonly enabled: boolean
    readonly destination: Readonly<Record<string, unknown>> | null
    readonly delivery?: Readonly<Record<string, unknown>>
  }
}

interface Tested {
  readonly data: { readonly delivered: boolean; readonly error?: string }
}

interface SetFlags {
  readonly file?: string
  readonly off?: true
  readonly on?: true
}

const path = '/v2/team/siem'

/** `weir siem show | set | test`. */
export function declareSiem(siem: Command, terminal: Terminal): void {
  const doWork = createServiceWork(terminal)
  const command = (name: string, text: string) => siem.command(name).description(text)
  doWork(
    command('show', 'Show the settings, and what became of the events.'),
    async (ask) => (await ask<Settings>('GET', path)).data,
    show,
  )
  doWork(
    command('set', 'Set the destination, or switch sending on or off.')
      .option('--file <path>', 'JSON file with the destination, as in docs/api/siem.md')
      .option('--on', 'switch sending on')
      .addOption(new Option('--off', 'switch sending off, and discard what waits').conflicts('on')),
    async (ask, { file, on, off }: SetFlags) => {
      const { data } = await ask<Settings>('GET', path)
      const destination = file === undefined ? written(data.destination) : read(file)
      const enabled = off === undefined && (on === true || file !== undefined)
      if (destination === undefined) {
        terminal.note('Name the destination with --file: none is stored.')
        throw new CommandError()
      }
      return (await ask<Settings>('PUT', path, { enabled, destination })).data
    },
    show,
  )
  withServiceFlags(command('test', 'Send a test event.'))
    .option('--json', 'print as JSON')
    .action(async (flags: WorkFlags) => {
      const { data } = await runningService(flags, terminal)<Tested>('POST', `${path}/test`)
      if (flags.json) printJson(terminal, data)
      else
        terminal.note(data.delivered ? 'The destination accepted the event.' : (data.error ?? ''))
      if (!data.delivered) throw new CommandError()
    })

  function show(data: Settings['data']): void {
    if (!data.configured) return terminal.note('No destination is configured.')
    const rows = { enabled: data.enabled, ...data.destination, ...data.delivery }
    const lines = Object.entries(rows).map(([name, value]) => ({ name, value }))
    terminal.out(table(lines, { setting: (row) => row.name, value: (row) => String(row.value) }))
  }
}

/** A destination or a whole body of settings. */
function read(file: string): object {
  const value = JSON.parse(readFileSync(file, 'utf8')) as { readonly destination?: object }
  return value.destination ?? value
}

/** The stored destination as it is written again; its secret stays. */
function written(stored: Settings['data']['destination']): object | undefined {
  if (!stored) return undefined
  const marks = new Set(['clientSecretConfigured', 'secretConfigured'])
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !marks.has(name)))
}
