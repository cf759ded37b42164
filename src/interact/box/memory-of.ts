import { listProcessTree, readProcessFile, sumMemory } from '#kernel/processes.ts'

/** What the kernel keeps at most for a socket that is not of TCP, by its defaults. */
const socketBytes = 416 * 1_024
const ownKinds = ['RssAnon', 'RssShmem', 'VmSwap', 'VmPTE', 'HugetlbPages']

/**
 * Memory of a process and its descendants, in bytes: private and shared pages, swap and page tables. With `isOfProgram`, buffers of
 * sockets as well: the kernel does not count them for the process.
 */
export function measureMemory(pid: number, isOfProgram = false): number {
  const tree = [...listProcessTree(pid, { allThreads: true })]
  // The outermost process is not in the network of the box.
  const [, inner] = tree
  const buffers = isOfProgram && inner !== undefined ? countSocketBytes(inner) : 0
  return tree.reduce((bytes, member) => bytes + sumMemory(member, ownKinds), buffers)
}

/** Of all sockets in the network of a process. */
function countSocketBytes(pid: number): number {
  const used = /^sockets: used (\d+)/.exec(readProcessFile(pid, 'net/sockstat'))?.[1]
  return Number(used ?? 0) * socketBytes + queuedBytes(pid, 'tcp') + queuedBytes(pid, 'tcp6')
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
