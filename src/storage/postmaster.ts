import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessFile } from '#kernel/processes.ts'

const lookMs = 20
/** Time limit of each way to stop the server: with a checkpoint, without one, and by force. */
const waysToEnd = [
  { signal: 'SIGINT', msMax: 30_000 },
  { signal: 'SIGQUIT', msMax: 5_000 },
  { signal: 'SIGKILL', msMax: 5_000 },
] as const

/** Returns the process id of the server of this folder; undefined if none is running. */
export function findPostmaster(folder: string): number | undefined {
  const pid = recordedPid(folder)
  return pid !== undefined && isPostmaster(pid, folder) ? pid : undefined
}

/** After a reboot the recorded process id may belong to another program; PostgreSQL would refuse to start. */
export function dropStaleLock(folder: string): void {
  if (recordedPid(folder) === undefined || findPostmaster(folder) !== undefined) return
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Stops the server of this folder. Resolves when all of its processes have ended. */
export async function endPostmaster(folder: string): Promise<void> {
  const pid = findPostmaster(folder)
  if (pid === undefined) return
  for (const { signal, msMax } of waysToEnd) {
    if (!isPostmaster(pid, folder)) return
    process.kill(pid, signal)
    const deadline = Date.now() + msMax
    while (isPostmaster(pid, folder) && Date.now() < deadline) await sleep(lookMs)
  }
}

function recordedPid(folder: string): number | undefined {
  const path = join(folder, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  return Number(readFileSync(path, 'utf8').split('\n')[0]) || undefined
}

/** The command line of a zombie process is empty. */
const isPostmaster = (pid: number, folder: string) => readCommandLine(pid).includes(folder)

function readCommandLine(pid: number): string {
  if (process.platform === 'linux') return readProcessFile(pid, 'cmdline')
  return spawnSync('ps', ['-p', String(pid), '-o', 'command=']).stdout.toString()
}
