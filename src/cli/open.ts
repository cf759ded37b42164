import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '#config.ts'
import { setUpCodeFile } from './keep-secret.ts'
import type { Terminal } from './terminal.ts'
import { setUpLink } from './welcome.ts'
import { reachable } from './doctor/network.ts'

/** `weir open`: prints the address of the console, with the code while it is not set up, and opens it in a browser of this machine. */
export function declareOpen(command: Command, terminal: Terminal): void {
  command
    .option('--no-browser', 'only print the address')
    .option('--json', 'print it as JSON')
    .action(async (flags: { readonly browser: boolean; readonly json?: true }) => {
      const { readConfig } = await import('#config.ts')
      const link = await findConsole(readConfig(terminal.env))
      terminal.out(flags.json ? JSON.stringify({ url: link }) : link)
      if (flags.browser && !flags.json && terminal.isPerson) openBrowser(link, terminal.env)
    })
}

async function findConsole({ http, storage }: Config): Promise<string> {
  const base = http.publicUrl ?? `http://localhost:${http.port}`
  const { isListening } = await import('#net/operator-services.ts')
  if (!(await isListening(reachable(http.host), http.port)))
    throw new Error(
      `No service answers on port ${http.port}. Start one with "weir serve", or set WEIR_PORT to its port.`,
    )
  const code = readCode(storage.dataDir)
  return code === undefined ? `${base}/console` : setUpLink(base, code)
}

/** Undefined when the console is set up, or the service has another data folder. */
function readCode(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, setUpCodeFile), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Without a browser the printed address is enough. */
function openBrowser(link: string, env: NodeJS.ProcessEnv): void {
  const isMac = process.platform === 'darwin'
  if (!isMac && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return
  const child = spawn(isMac ? 'open' : 'xdg-open', [link], { detached: true, stdio: 'ignore' })
  child.on('error', () => undefined)
  child.unref()
}
