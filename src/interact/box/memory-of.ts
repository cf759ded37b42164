import { readdirSync, readFileSync } from 'node:fs'

const processesMax = 1_000
/** What the kernel keeps at most for a socket that is not of TCP, by its defaults. */
const socketBytes = 416 * 1_024

/**
 * Memory of a process and its descendants, in bytes: private and shared pages, swap and page tables. With `isOfProgram`, buffers of
 * sockets as well: the kernel does not count them for the process. Reads the children of every thread: those that a second thread
 * has started are not listed under the first.
 */
export function memoryOf(pid: number, isOfProgram = false): number {
  let bytes = 0
  let inner: string | undefined
  const waiting = [String(pid)]
  for (let seen = 0; waiting.length > 0 && seen < processesMax; seen++) {
    const next = waiting.pop() ?? ''
    bytes += ownBytes(next)
    const children = threadsOf(next).flatMap((thread) =>
      textOf(`/proc/${next}/task/${thread}/children`).split(' ').filter(Boolean),
    )
    waiting.push(...children)
    inner ??= children[0]
  }
  // The outermost process is not in the network of the box.
  return isOfProgram && inner !== undefined ? bytes + socketBytesOf(inner) : bytes
}

function ownBytes(pid: string): number {
  let kilobytes = 0
  const lines = textOf(`/proc/${pid}/status`)
  for (const [, number] of lines.matchAll(
    /^(?:RssAnon|RssShmem|VmSwap|VmPTE|HugetlbPages):\s+(\d+)/gm,
  ))
    kilobytes += Number(number)
  return kilobytes * 1_024
}

/** Of all sockets in the network of a process. */
function socketBytesOf(pid: string): number {
  const used = /^sockets: used (\d+)/.exec(textOf(`/proc/${pid}/net/sockstat`))?.[1]
  return Number(used ?? 0) * socketBytes + queuedBytes(pid, 'tcp') + queuedBytes(pid, 'tcp6')
}

/** Bytes that TCP has not sent, and that have not been read; its buffers grow with what is sent. */
function queuedBytes(pid: string, protocol: 'tcp' | 'tcp6'): number {
  let bytes = 0
  for (const line of textOf(`/proc/${pid}/net/${protocol}`).split('\n').slice(1)) {
    const [sent = '', received = ''] = line.trim().split(/\s+/)[4]?.split(':') ?? []
    bytes += (Number.parseInt(sent, 16) || 0) + (Number.parseInt(received, 16) || 0)
  }
  return bytes
}

function threadsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Empty if the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
