import { readFileSync } from 'node:fs'

const pageBytes = 4_096
const depthMax = 4

/** Resident bytes of a process and its children; 0 where /proc is missing. */
export function memoryOf(pid: number, depth = 0): number {
  const resident = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes
  if (depth >= depthMax) return resident
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + memoryOf(Number(child), depth + 1), resident)
}

/** Processes may end during the read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
