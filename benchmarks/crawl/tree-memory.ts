import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendants } from './descendants.ts'

const everyMs = 250

/** Measures the memory of processes and their descendants; shared memory is counted once. */
export function watchMemory(roots: () => Promise<readonly number[]>) {
  const stop = new AbortController()
  let mostBytes = 0
  const watching = watch()
  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      mostBytes = Math.max(mostBytes, await readMemory(await descendants(await roots())))
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  return {
    /** Stops measuring; returns the peak in megabytes. */
    async mostMb(): Promise<number> {
      stop.abort()
      await watching
      return Math.round(mostBytes / 1e6)
    },
  }
}

/** The process that runs the database of a data folder. */
export async function readPostmaster(dataDir: string): Promise<number[]> {
  const lines = await readFile(`${dataDir}/postgres/postmaster.pid`, 'utf8').catch(() => '')
  const pid = Number(lines.split('\n')[0])
  return pid > 0 ? [pid] : []
}

/** Bytes that processes take. Memory that they share is counted once. */
export async function readMemory(processes: readonly number[]): Promise<number> {
  const sizes = await Promise.all(processes.map(readShare))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

async function readShare(process: number): Promise<number> {
  const rollup = await readFile(`/proc/${process}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
}
