import { readFile } from 'node:fs/promises'

/** The processes and all their descendants that are still running. */
export async function descendants(processes: readonly number[]): Promise<number[]> {
  const below = await Promise.all(
    processes.map(async (pid) => {
      const path = `/proc/${pid}/task/${pid}/children`
      const text = await readFile(path, 'utf8').catch(() => '')
      return descendants(text.split(' ').filter(Boolean).map(Number))
    }),
  )
  return [...new Set([...processes, ...below.flat()])]
}
