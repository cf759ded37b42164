import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import { readErrorCode } from '#base/error-code.ts'

/** The folder of the embedded database. */
export const postgresFolder = (dataDir: string) => resolve(dataDir, 'postgres')

/** Creates the data folder. Throws an error that names the setting if it is not writable. */
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
}
