import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../../scripts/parts.mjs')
const installMsMax = 600_000

/** Installs packages that only some machines need, on first use. Returns the folder of the first one; the error says why it failed. */
export async function installPart(part: 'browser' | 'ocr'): Promise<string> {
  const run = promisify(execFile)(process.execPath, [script, part], { timeout: installMsMax })
  const { stdout } = await run.catch((cause: Error & { stderr?: string }) => {
    const said = cause.stderr?.trim().split('\n').at(-1)
    throw new Error(said || `The part ${part} could not be installed.`, { cause })
  })
  return stdout.trim()
}
