import { existsSync } from 'node:fs'
import { bwrapPath } from './box-arguments.ts'
import { prlimitPath, startCodeBox } from './code-box.ts'
import { seccompFilter } from './seccomp.ts'
import { nsenterPath, openSpace, unsharePath, type Space } from './space.ts'

/** Long: on a busy machine, a box that starts late is no reason to have none. */
const probeMsMax = 30_000

/** Says why no box can be made on this machine, in one sentence; undefined if a program has just run in one. */
export async function missingForBoxes(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'Boxes for code need Linux.'
  if (!seccompFilter()) return `Boxes for code are not available on ${process.arch}.`
  if (!existsSync(bwrapPath)) return `${bwrapPath} is missing; install the package bubblewrap.`
  const missing = [prlimitPath, nsenterPath, unsharePath].find((path) => !existsSync(path))
  if (missing !== undefined) return `${missing} is missing; install the package util-linux.`
  return tryBox()
}

const lateText = `No program ran in a box within ${probeMsMax / 1_000} seconds: this machine is overloaded.`

async function tryBox(): Promise<string | undefined> {
  try {
    await using space = await openSpace()
    return await tryBoxIn(space)
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

async function tryBoxIn(space: Space): Promise<string | undefined> {
  const command = ['/bin/sh', '-c', 'grep -q "^Seccomp:.2" /proc/self/status && touch /session/x']
  const box = await startCodeBox({ command, space, readable: [], env: {} })
  let isLate = false
  const endLate = () => {
    isLate = true
    box.kill()
  }
  const late = setTimeout(endLate, probeMsMax)
  try {
    const listener = await box.listener
    listener.close()
    const { code } = await box.ended
    if (isLate) return lateText
    return code === 0 ? undefined : `A program in a box ended with ${code}.`
  } catch (thrown) {
    if (isLate) return lateText
    throw thrown
  } finally {
    clearTimeout(late)
    box.kill()
  }
}
