import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Log } from '#kernel/log.ts'
import type { DoctorFinding } from './doctor/finding.ts'

const script = join(import.meta.dirname, '../../scripts/weir.mjs')
const checkMsMax = 60_000

/**
 * Loads a test page in the browser, so that a problem is logged before the first request. Runs in a separate process, because the
 * browser driver takes 60 MB, which a service that reads only static pages does not need.
 */
export async function checkBrowserAtStart(log: Log, signal: AbortSignal): Promise<void> {
  const findings = await runDoctor(signal)
  if (signal.aborted) return
  const [{ state, text, mend } = missing] = findings
  if (state === 'ok') log.info({ browser: text }, 'browser works')
  else if (state === 'note') log.warn({ browser: text, mend }, 'browser checked')
  else log.error({ browser: text, mend }, 'browser does not work')
}

const missing: DoctorFinding = {
  subject: 'browser',
  state: 'missing',
  text: 'it could not be checked',
  mend: 'Run "weir doctor --browser" for details.',
}

/** Returns the findings, also if the check fails. */
function runDoctor(signal: AbortSignal): Promise<DoctorFinding[]> {
  const command = [script, 'doctor', '--browser', '--json']
  return new Promise((resolve) => {
    execFile(process.execPath, command, { signal, timeout: checkMsMax }, (_error, out) => {
      try {
        resolve(JSON.parse(out))
      } catch {
        resolve([])
      }
    })
  })
}
