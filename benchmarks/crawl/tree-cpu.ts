import { readFile } from 'node:fs/promises'
import { descendants } from './descendants.ts'

/** `getconf CLK_TCK` wherever Linux runs today. */
const ticksPerSecond = 100

/** CPU time of a process and its descendants, including those that have exited, in milliseconds. */
export async function measureCpuMs(root: number): Promise<number> {
  const ticks = await Promise.all(
    (await descendants([root])).map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // Own CPU time (user and system) and that of its exited children.
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    }),
  )
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond
}
