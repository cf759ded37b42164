import { accessSync, constants } from 'node:fs'

interface ProgramName {
  /** For example `ffmpeg`. */
  readonly name: string
  /** The setting that names another path. */
  readonly setting: string
  readonly configured: string | undefined
}

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** Path of an installed program; undefined when there is none. Throws if the configured path is not a program. */
export function findProgram({ name, setting, configured }: ProgramName): string | undefined {
  if (configured === undefined) {
    return folders.map((folder) => `${folder}/${name}`).find(isProgram)
  }
  if (!isProgram(configured)) throw new Error(`${setting} names no program: ${configured}`)
  return configured
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
