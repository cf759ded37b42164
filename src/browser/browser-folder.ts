import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killProcess, readProcessFile } from '#kernel/processes.ts'
import type { BrowserUser } from './browser-user.ts'

/** Temporary folder of one browser. */
export interface BrowserFolder {
  readonly path: string
  remove(): Promise<void>
}

const prefix = 'weir-browser-'
const ownerFile = 'owner'

/** Creates a folder that belongs to the user of the browser and records the owning process. */
export async function browserFolder(user: BrowserUser | undefined): Promise<BrowserFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  await writeFile(join(path, ownerFile), owner(process.pid))
  if (user) await chown(path, user.uid, user.gid)
  return { path, remove: () => remove(path) }
}

/** Ends the browsers of killed processes and deletes their folders. Does nothing without /proc. */
export async function killOrphans(): Promise<void> {
  if (!existsSync('/proc/self/stat')) return
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name)
    if (name.startsWith(prefix) && (await isLeftOver(path))) {
      endBrowser(path)
      await remove(path)
    }
  }
}

async function isLeftOver(path: string): Promise<boolean> {
  const written = await readFile(join(path, ownerFile), 'utf8').catch(() => undefined)
  return written !== undefined && written !== owner(Number(written.split(' ')[0]))
}

/** Process id and start time, because ids are reused. */
function owner(pid: number): string {
  return `${pid} ${startedAt(pid)}`
}

/** The second field is the program name in brackets, which may contain anything. */
function startedAt(pid: number): string {
  const stat = readProcessFile(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function endBrowser(path: string): void {
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    if (readProcessFile(pid, 'cmdline').includes(`--user-data-dir=${path}`)) killProcess(pid)
  }
}

/** Programs of browser sessions can take the permissions of their folders away. */
const removal = 'chmod -R u+rwX "$0"; exec rm -rf "$0"'

/** A process that is ending may still write. The program `rm` also deletes folders that are nested more deeply than a path is long. */
async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  } catch (cause) {
    const child = spawn('/bin/sh', ['-c', removal, path], { stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw cause
  }
}
