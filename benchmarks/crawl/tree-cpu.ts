import { readFile } from 'node:fs/promises'
import { descendants } from './descendants.ts'

/** `getconf CLK_TCK` wherever Linux runs today. */
const ticksPerSecond = 100

/** Processor time of a process and of all it has started, ended ones with them, in milliseconds so far. */
export async function cpuMsOf(root: number): Promise<number> {
  const ticks = await Promise.all(
    (await descendants([root])).map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // Its own, user and system, and those of the ones it has seen end.
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    }),
  )
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond
}
