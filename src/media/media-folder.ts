import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { browserFolder } from '#browser/browser-folder.ts'
import { browserUser } from '#browser/browser-user.ts'
import type { TemporaryFiles, TemporaryFolder } from '#storage/temporary-files.ts'

/** Makes the folder of one file: of the service, or of the user of the boxes, who cannot enter the folder of a service that is root. */
export async function makeMediaFolder(
  temporaryFiles: Pick<TemporaryFiles, 'makeFolder'>,
): Promise<TemporaryFolder> {
  const user = browserUser()
  if (!user) return temporaryFiles.makeFolder()
  const folder = await browserFolder(user)
  const path = join(folder.path, 'media')
  await mkdir(path, { mode: 0o700 })
  await chown(path, user.uid, user.gid)
  return { path, [Symbol.asyncDispose]: () => folder.remove() }
}
