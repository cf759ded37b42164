import { readFileSync } from 'node:fs'

/** One process of a browser. */
export interface BrowserProcess {
  readonly pid: number
  readonly isRenderer: boolean
  /** Private memory, without mapped files. */
  readonly ownBytes: number
  kill(): void
}

const processesMax = 2_000

/** Returns a process and its descendants, from Linux's /proc; empty on other systems. */
export function processTreeOf(pid: number): BrowserProcess[] {
  const family: BrowserProcess[] = []
  const pids = [pid]
  while (pids.length > 0 && family.length < processesMax) {
    const next = pids.pop()
    const member = next === undefined ? undefined : read(next)
    if (!member) continue
    family.push(member)
    pids.push(...childrenOf(member.pid))
  }
  return family
}

function read(pid: number): BrowserProcess | undefined {
  const status = fileOf(pid, 'status')
  if (!status) return undefined
  let kilobytes = 0
  for (const [, number] of status.matchAll(/^(?:RssAnon|RssShmem):\s+(\d+)/gm)) {
    kilobytes += Number(number)
  }
  return {
    pid,
    isRenderer: fileOf(pid, 'cmdline').includes('--type=renderer'),
    ownBytes: kilobytes * 1024,
    kill: () => killOne(pid),
  }
}

const childrenOf = (pid: number) =>
  fileOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Empty if the process has ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
