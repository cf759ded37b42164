import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** `weir backup`: copies the data folder, also while the service runs. */
export function declareBackup(command: Command, terminal: Terminal): void {
  command
    .argument('<folder>', 'new folder for the copy')
    .option('--json', 'print as JSON')
    .action(async (to: string, { json }: { json?: true }) => {
      const { readConfig } = await import('#config.ts')
      const { backUpDataFolder } = await import('#compose-operator.ts')
      await backUpDataFolder(readConfig(terminal.env), { to, signal: terminal.interrupted })
      if (json) terminal.out(JSON.stringify({ folder: resolve(to) }, null, 2))
      else terminal.note(`The backup is in ${to}.`)
    })
}
