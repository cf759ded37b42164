import { readFileSync } from 'node:fs'

const pageBytes = 4_096
const depthMax = 4

/** Resident memory of a process and of those it started, in bytes; 0 where the system does not say. */
export function memoryOf(pid: number, depth = 0): number {
  const resident = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes
  if (depth >= depthMax) return resident
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + memoryOf(Number(child), depth + 1), resident)
}

/** Processes end while they are looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
