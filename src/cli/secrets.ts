import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** `weir secrets rotate`. */
export function declareSecrets(secrets: Command, terminal: Terminal): void {
  secrets
    .command('rotate')
    .description(
      'Encrypt what is stored with WEIR_SECRET instead of WEIR_SECRET_PREVIOUS, beside the running service.',
    )
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: true }) => {
      const { readConfig } = await import('#config.ts')
      const { rotateSecret } = await import('#compose-secret.ts')
      const config = readConfig(terminal.env, { WEIR_LOG_LEVEL: 'silent' })
      const count = await rotateSecret(config, {
        signal: terminal.interrupted,
        report: (table, renewed) => terminal.note(`${table}: ${renewed}`),
      })
      if (json) return terminal.out(JSON.stringify({ renewed: count }, null, 2))
      terminal.note(
        `${count} values are encrypted with WEIR_SECRET now. Remove WEIR_SECRET_PREVIOUS from the settings of every process.`,
      )
    })
}
