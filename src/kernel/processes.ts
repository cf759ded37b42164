import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readErrorCode } from '#base/error-code.ts'

const processesMax = 2_000

/** A file of a process in Linux's `/proc`. Empty if the process has ended, and on other systems. */
export function readProcessFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Ids of a process and its descendants, each behind its parent. Those that a second thread has started are not listed under the
 * first: `allThreads` finds them as well.
 */
export function* listProcessTree(pid: number, { allThreads = false } = {}): Generator<number> {
  const waiting = [pid]
  for (let seen = 0; waiting.length > 0 && seen < processesMax; seen++) {
    const next = waiting.pop() ?? pid
    yield next
    const threads = allThreads ? listThreads(next) : [next]
    waiting.push(...threads.flatMap((thread) => listChildren(next, thread)).toReversed())
  }
}

const listChildren = (pid: number, thread: number | string) =>
  readProcessFile(pid, `task/${thread}/children`).split(' ').filter(Boolean).map(Number)

/** Ids of the threads of a process; none if it has ended, and on other systems. */
export function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** The sum of some kinds of memory of a process, in bytes, by their names in `/proc/<pid>/status`. */
export function sumMemory(pid: number, kinds: readonly string[]): number {
  let kilobytes = 0
  for (const line of readProcessFile(pid, 'status').split('\n')) {
    const [kind = '', amount = ''] = line.split(':')
    if (kinds.includes(kind)) kilobytes += Number.parseInt(amount, 10)
  }
  return kilobytes * 1_024
}

/** The network namespace of a process; empty if the process has ended, and on other systems. */
export function readNetwork(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return ''
  }
}

/** A zombie, whose parent was killed before it and whose new parent does not wait for it, has ended. Its command line is empty. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/cmdline`) || readProcessFile(pid, 'cmdline') !== ''
  } catch (thrown) {
    return readErrorCode(thrown) === 'EPERM'
  }
}

/** Kills a process, unless it has ended or belongs to another user. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (thrown) {
    const code = readErrorCode(thrown)
    if (code !== 'ESRCH' && code !== 'EPERM') throw thrown
  }
}
