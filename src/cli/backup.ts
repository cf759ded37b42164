import type { Command } from 'commander'
import { readConfig } from '#config.ts'
import type { Terminal } from './terminal.ts'

/** `weir backup`: copies the data folder, also while the service runs. */
export function addBackupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description(
      'Copy the data folder while the service runs; start Weir on the copy to restore it.',
    )
    .argument('<folder>', 'new folder for the copy')
    .action(async (to: string) => {
      const { backUpDataFolder } = await import('#compose-terminal.ts')
      await backUpDataFolder(readConfig(), { to, signal: terminal.interrupted })
      terminal.note(`The backup is in ${to}.`)
    })
}
