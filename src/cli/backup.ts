import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** `weir backup`: copies the data folder, also while the service runs. */
export function declareBackup(command: Command, terminal: Terminal): void {
  command.argument('<folder>', 'new folder for the copy').action(async (to: string) => {
    const { readConfig } = await import('#config.ts')
    const { backUpDataFolder } = await import('#compose-operator.ts')
    await backUpDataFolder(readConfig(terminal.env), { to, signal: terminal.interrupted })
    terminal.note(`The backup is in ${to}.`)
  })
}
