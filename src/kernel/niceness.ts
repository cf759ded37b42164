import { getPriority, setPriority } from 'node:os'
import { listThreads, readProcessFile } from './processes.ts'

/**
 * How much the threads and programs that work on pages yield to the main thread and the database (`nice`): a machine that is busy with
 * pages of one team still serves the others fast. They take every processor that nothing else wants.
 */
export const niceness = 5
const nicest = 19

/** Lets a process or thread yield; this process when absent. */
export function lowerPriority(id = process.pid): void {
  setPriority(id, Math.min(nicest, getPriority() + niceness))
}

/** Makes the threads on which Node compresses and hashes yield as well. They exist after the first such task; found on Linux only. */
export function lowerThreadPool(): void {
  for (const thread of listThreads(process.pid)) {
    const name = readProcessFile(process.pid, `task/${thread}/comm`).trim()
    if (name === 'libuv-worker') lowerPriority(Number(thread))
  }
}
