import { readFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { CommandError } from './command-error.ts'
import { runningService, withServiceFlags, type ServiceFlags } from './running-service.ts'
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

interface Flags extends ServiceFlags {
  readonly json?: true
}

interface SetFlags extends Flags {
  readonly file?: string
  readonly off?: true
  readonly on?: true
}

const path = '/v2/team/siem'

/** `weir siem show | set | test`. */
export function declareSiem(siem: Command, terminal: Terminal): void {
  const command = (name: string, text: string) =>
    withServiceFlags(siem.command(name).description(text)).option('--json', 'print JSON')

  command('show', 'Show the settings, and what became of the events.').action(
    async (flags: Flags) =>
      print(await runningService(flags, terminal)<Settings>('GET', path), flags),
  )
  command('set', 'Set the destination, or switch sending on or off.')
    .option('--file <path>', 'JSON file with the destination, as in docs/api/siem.md')
    .option('--on', 'switch sending on')
    .addOption(new Option('--off', 'switch sending off, and discard what waits').conflicts('on'))
    .action(async (flags: SetFlags) => {
      const ask = runningService(flags, terminal)
      const { data } = await ask<Settings>('GET', path)
      const destination = flags.file === undefined ? written(data.destination) : read(flags.file)
      const enabled = flags.off === undefined && (flags.on === true || flags.file !== undefined)
      if (destination === undefined) {
        terminal.note('Name the destination with --file: none is stored.')
        throw new CommandError()
      }
      print(await ask<Settings>('PUT', path, { enabled, destination }), flags)
    })
  command('test', 'Send a test event.').action(async (flags: Flags) => {
    const { data } = await runningService(flags, terminal)<Tested>('POST', `${path}/test`)
    if (flags.json) terminal.out(JSON.stringify(data, null, 2))
    else terminal.note(data.delivered ? 'The destination accepted the event.' : (data.error ?? ''))
    if (!data.delivered) throw new CommandError()
  })

  function print({ data }: Settings, { json }: Flags): void {
    if (json) return terminal.out(JSON.stringify(data, null, 2))
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
