import { readFile } from 'node:fs/promises'

/** Memory of all Chromium processes below a process, each shared page counted once (PSS), in MB. */
export async function memoryMb(process: number): Promise<number> {
  const below = await descendants(process)
  let kilobytes = 0
  for (const pid of below) {
    const name = await read(`/proc/${pid}/cmdline`)
    if (!/chrom/i.test(name)) continue
    const rollup = await read(`/proc/${pid}/smaps_rollup`)
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1_024
}

async function descendants(process: number): Promise<number[]> {
  const list = await read(`/proc/${process}/task/${process}/children`)
  const children = list.trim().split(' ').filter(Boolean).map(Number)
  const below = await Promise.all(children.map(descendants))
  return [...children, ...below.flat()]
}

/** A process may exit while it is inspected. */
const read = (path: string) => readFile(path, 'utf8').catch(() => '')
