import type { Command } from 'commander'
import { readConfig } from '#config.ts'
import { checkBrowser } from './doctor/browser.ts'
import { askModel } from './doctor/model.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { Failed } from './failed.ts'
import type { Terminal } from './terminal.ts'

/** `weir doctor`: checks the installation. Fails if something is missing. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('Check the installation and say how to correct problems.')
    .option('--browser', 'check only the browser')
    .option('--model', 'ask the language model, which uses some of its tokens')
    .option('--json', 'print the findings as JSON')
    .action(async (flags: { browser?: true; model?: true; json?: true }) => {
      const findings = await findingsOf(flags, terminal.interrupted)
      if (flags.json) terminal.out(JSON.stringify(findings, null, 2))
      else for (const finding of findings) terminal.out(line(finding, terminal))
      if (findings.some(({ state }) => state === 'missing')) throw new Failed()
    })
}

async function findingsOf(
  flags: { browser?: true; model?: true },
  interrupted: AbortSignal,
): Promise<Finding[]> {
  if (flags.browser) return [await checkBrowser(readConfig(), interrupted)]
  return flags.model ? askModel(readConfig(), interrupted) : examine(interrupted)
}

function line({ subject, state, text, mend }: Finding, { paint }: Terminal): string {
  const colour = { ok: paint.green, note: paint.dim, missing: paint.red }[state]
  const found = `${colour(state.padEnd(7))}  ${subject.padEnd(15)}  ${text}`
  return mend === undefined ? found : `${found}\n${' '.repeat(26)}${paint.bold(mend)}`
}
