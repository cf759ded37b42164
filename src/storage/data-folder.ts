import { accessSync, constants, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import { readErrorCode } from '#base/error-code.ts'

/** The folder of the embedded database. */
export const postgresFolder = (dataDir: string) => resolve(dataDir, 'postgres')

/** At least one of them is in a folder that a service has begun to use, with which database or role and however it ended. */
const ownNames =
  /^(?:postgres|secret|first-api-key|console-set-up-code|incoming|uploads|files|pages|browser|blocklists)(?:\.|$)/

/** Whether a folder has files, but none of a service: most likely it was named by mistake. */
export function isForeignFolder(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => !/^\.|^lost\+found$/.test(name))
  return names.length > 0 && !names.some((name) => ownNames.test(name))
}

/** Creates the data folder. Throws an error that names the setting if it is not writable, or belongs to something else. */
export function prepareDataFolder(dataDir: string): void {
  const folder = resolve(dataDir)
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = readErrorCode(cause)
    throw new Error(
      `The data folder ${folder} cannot be written${code ? ` (${code})` : ''}. Make it writable for this user, or set WEIR_DATA_DIR to another one.`,
      { cause },
    )
  }
  if (isForeignFolder(folder))
    throw new Error(
      `The folder ${folder} has files, but none of Weir. Set WEIR_DATA_DIR to a new or an empty folder.`,
    )
}
