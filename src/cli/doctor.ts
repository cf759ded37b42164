import type { Command } from 'commander'
import type { DoctorFinding } from './doctor/finding.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'

/** `weir doctor`: checks the installation. Fails if something is missing. */
export function declareDoctor(command: Command, terminal: Terminal): void {
  command
    .option('--browser', 'check only the browser')
    .option('--model', 'ask the language model, which uses some of its tokens')
    .option('--json', 'print the findings as JSON')
    .action(async (flags: { browser?: true; model?: true; json?: true }) => {
      const findings = await listFindings(flags, terminal)
      if (flags.json) terminal.out(JSON.stringify(findings, null, 2))
      else {
        for (const finding of findings) terminal.out(line(finding, terminal))
        terminal.out(`\n${whatNext(findings)}`)
      }
      if (findings.some(({ state }) => state === 'missing')) throw new CommandError()
    })
}

async function listFindings(
  flags: { browser?: true; model?: true },
  terminal: Terminal,
): Promise<DoctorFinding[]> {
  const { env, interrupted } = terminal
  const { readConfig } = await import('#config.ts')
  if (flags.browser) {
    const { checkBrowser } = await import('./doctor/browser.ts')
    return [await checkBrowser(readConfig(env), interrupted)]
  }
  if (flags.model) {
    const { askModel } = await import('./doctor/model.ts')
    return askModel(readConfig(env), interrupted, {
      progress: (line) => terminal.progress(line),
    })
  }
  const { examine } = await import('./doctor/examine.ts')
  return examine(env, interrupted)
}

function whatNext(findings: readonly DoctorFinding[]): string {
  const missing = findings.filter(({ state }) => state === 'missing')
  if (missing.length > 0) {
    const subjects = missing.map(({ subject }) => subject).join(', ')
    return `Correct what is missing (${subjects}), then run "weir doctor" again.`
  }
  const service = findings.find(({ subject }) => subject === 'service')
  if (service === undefined) return 'Nothing is missing.'
  return service.text.startsWith('running')
    ? 'Nothing is missing. "weir open" opens the console.'
    : 'Nothing is missing. "weir serve" starts the service.'
}

function line({ subject, state, text, mend }: DoctorFinding, { paint }: Terminal): string {
  const colour = { ok: paint.green, note: paint.dim, missing: paint.red }[state]
  const found = `${colour(state.padEnd(7))}  ${subject.padEnd(15)}  ${text}`
  return mend === undefined ? found : `${found}\n${' '.repeat(26)}${paint.bold(mend)}`
}
