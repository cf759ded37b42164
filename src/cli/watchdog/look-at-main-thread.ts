import { existsSync, readFileSync } from 'node:fs'
import type { Look } from './standstill.ts'

/** CPU time is counted in hundredths of a second. */
const tickMs = 10
/** The main thread has the id of its process. */
const path = `/proc/self/task/${process.pid}/stat`

/** Called in another thread of the process. */
export const lookAtMainThread: () => Pick<Look, 'cpuMs' | 'isWaiting'> = existsSync(path)
  ? lookAtThread
  : lookAtProcess

function lookAtThread() {
  // The name in brackets may contain anything.
  const text = readFileSync(path, 'utf8')
  const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = rest.slice(10)
  return { cpuMs: (Number(user) + Number(system)) * tickMs, isWaiting: state === 'S' }
}

let cpuMsBefore = 0

/** Where the system does not tell threads apart: a process in which no thread works waits. */
function lookAtProcess() {
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1_000
  const isWaiting = cpuMs - cpuMsBefore < tickMs
  cpuMsBefore = cpuMs
  return { cpuMs, isWaiting }
}
