import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const freeBytesMin = 1024 ** 3
const entriesMax = 200_000

/** Checks the data folder: existence, permissions, size. A missing folder must be creatable. */
export async function checkDataFolder(config: Config): Promise<DoctorFinding> {
  const subject = 'data folder'
  const folder = resolve(config.storage.dataDir)
  const nearest = await nearestExisting(folder)
  const isWritable = await access(nearest, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) {
    const mend = `Make ${nearest} writable for this user, or set WEIR_DATA_DIR to a folder that is.`
    return { subject, state: 'missing', text: `${folder} cannot be written`, mend }
  }
  if (nearest !== folder) {
    return { subject, state: 'note', text: `${folder} is created by the first start` }
  }
  const { isForeignFolder } = await import('#compose-database.ts')
  if (isForeignFolder(folder)) {
    const mend = 'Set WEIR_DATA_DIR to a new or an empty folder.'
    return { subject, state: 'missing', text: `${folder} has files, but none of Weir`, mend }
  }
  return { subject, state: 'ok', text: `${folder}, ${inWords(await sizeBytes(folder))}` }
}

/** Free space of the data folder's disk. */
export async function checkDiskSpace(config: Config): Promise<DoctorFinding> {
  const { bavail, bsize } = await statfs(await nearestExisting(resolve(config.storage.dataDir)))
  const freeBytes = bavail * bsize
  const text = `${inWords(freeBytes)} free, ${inWords(config.fetch.cacheBytesMax)} for cached pages`
  if (freeBytes < freeBytesMin) {
    const mend = 'Free at least 1 GB, or set WEIR_DATA_DIR to a larger disk.'
    return { subject: 'disk space', state: 'missing', text, mend }
  }
  const isTight = freeBytes < config.fetch.cacheBytesMax
  return { subject: 'disk space', state: isTight ? 'note' : 'ok', text }
}

async function nearestExisting(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearestExisting(dirname(folder))
}

/** Size of all files below a folder; folders without permission count as empty. */
async function sizeBytes(folder: string): Promise<number> {
  let total = 0
  const waiting = [folder]
  for (let seen = 0; seen < entriesMax; seen++) {
    const next = waiting.pop()
    if (next === undefined) break
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else
        total += await stat(path).then(
          ({ size }) => size,
          () => 0,
        )
    }
  }
  return total
}

function inWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let at = 0
  let value = bytes
  for (; value >= 1024 && at < units.length - 1; at++) value /= 1024
  return `${value < 10 && at > 0 ? value.toFixed(1) : Math.round(value)} ${units[at]}`
}
