import { readFileSync } from 'node:fs'
import { listProcessTree, readNetwork, readProcessFile, sumMemory } from '#kernel/processes.ts'

/** A box whose memory is watched. */
export interface WatchedBox {
  readonly pid: number
  readonly memoryBytesMax: number
  /** Whether it runs programs of tenants: buffers of sockets count as well. */
  readonly isOfProgram: boolean
}

/** What the kernel keeps at most for a socket that is not of TCP, by its defaults. */
const socketBytes = 416 * 1_024
const ownKinds = ['RssAnon', 'RssShmem', 'VmSwap', 'VmPTE', 'HugetlbPages']

/**
 * Whether a box takes more memory than it may: private and shared pages, swap and page tables of its processes, and buffers of
 * sockets of programs, which the kernel does not count for the processes.
 */
export function takesTooMuch({ pid, memoryBytesMax, isOfProgram }: WatchedBox): boolean {
  const tree = [...listProcessTree(pid, { allThreads: true })]
  const taken = tree.reduce((bytes, member) => bytes + sumMemory(member, ownKinds), 0)
  // The outermost process, and what it runs before the box is made, have the network of this machine, with all its sockets.
  const inner = isOfProgram ? tree.find(hasOwnNetwork) : undefined
  if (inner === undefined) return taken > memoryBytesMax
  const left = memoryBytesMax - taken - countSockets(inner, /^sockets: used (\d+)/m) * socketBytes
  // Reading how full they are takes milliseconds: the kernel goes through the connections of the whole machine.
  if (countSockets(inner, /^TCP6?: inuse (\d+)/gm) * tcpBytesMax() <= left) return false
  return queuedBytes(inner, 'tcp') + queuedBytes(inner, 'tcp6') > left
}

/** One that cannot be asked has. */
const hasOwnNetwork = (pid: number) => readNetwork(pid) !== networkOfMachine

const networkOfMachine = readNetwork(process.pid)

/** In the network of a process. */
function countSockets(pid: number, count: RegExp): number {
  const text = readProcessFile(pid, 'net/sockstat') + readProcessFile(pid, 'net/sockstat6')
  const all = count.global ? [...text.matchAll(count)] : [count.exec(text)]
  return all.reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0)
}

let tcpMax: number | undefined

/** What a connection can have in its buffers; new networks get the settings of the machine. */
function tcpBytesMax(): number {
  tcpMax ??= ['rmem', 'wmem'].reduce((sum, name) => sum + readLargest(`tcp_${name}`), 0)
  return tcpMax
}

function readLargest(name: string): number {
  try {
    return Number(readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/)[2])
  } catch {
    return Infinity
  }
}

/** Bytes that TCP has not sent, and that have not been read; its buffers grow with what is sent. */
function queuedBytes(pid: number, protocol: 'tcp' | 'tcp6'): number {
  let bytes = 0
  for (const line of readProcessFile(pid, `net/${protocol}`).split('\n').slice(1)) {
    const [sent = '', received = ''] = line.trim().split(/\s+/)[4]?.split(':') ?? []
    bytes += (Number.parseInt(sent, 16) || 0) + (Number.parseInt(received, 16) || 0)
  }
  return bytes
}
