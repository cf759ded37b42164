import { readdirSync, readFileSync } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'

const processesMax = 1_000

/**
 * Private memory of a process and its descendants, in bytes. Reads the children of every thread: those that a second thread has
 * started are not listed under the first.
 */
export function memoryOf(pid: number): number {
  let bytes = 0
  const waiting = [String(pid)]
  for (let seen = 0; waiting.length > 0 && seen < processesMax; seen++) {
    const next = waiting.pop() ?? ''
    bytes += ownBytes(next)
    for (const thread of threadsOf(next)) {
      const children = textOf(`/proc/${next}/task/${thread}/children`)
      waiting.push(...children.split(' ').filter(Boolean))
    }
  }
  return bytes
}

function ownBytes(pid: string): number {
  let kilobytes = 0
  for (const [, number] of textOf(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm))
    kilobytes += Number(number)
  return kilobytes * 1_024
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

/** Files and folders may be deleted between the listing and the look at them. */
function goneAlready(thrown: unknown): undefined {
  const isGone = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
  if (!isGone) throw thrown
}

export interface FolderLimits {
  readonly bytesMax: number
  readonly entriesMax: number
}

const depthMax = 40
const blockBytes = 512

/**
 * Whether a folder that a tenant writes to is within its limits of bytes, entries and depth. Opens no file and follows no link. A
 * folder that cannot be read could hide files, so it counts as too large.
 */
export async function isWithin(path: string, limits: FolderLimits): Promise<boolean> {
  try {
    return await measure(path, limits)
  } catch {
    return false
  }
}

async function measure(path: string, limits: FolderLimits): Promise<boolean> {
  const { bytesMax, entriesMax } = limits
  let bytes = 0
  let entries = 0
  const waiting = [{ path, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > depthMax) return false
    const folder = await opendir(next.path).catch(goneAlready)
    if (!folder) continue
    for await (const entry of folder) {
      if (++entries > entriesMax) return false
      const at = `${next.path}/${entry.name}`
      if (entry.isDirectory()) waiting.push({ path: at, depth: next.depth + 1 })
      else bytes += (await lstat(at).catch(() => ({ blocks: 0 }))).blocks * blockBytes
      if (bytes > bytesMax) return false
    }
  }
  return true
}
