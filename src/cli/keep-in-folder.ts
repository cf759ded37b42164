import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import type { RenderedFile } from '#pages/store-renderings.ts'

const endings = { 'image/png': '.png', 'image/jpeg': '.jpg', 'application/pdf': '.pdf' }

/** Writes files of the browser to the folder, the screenshot of the page to `screenshotFile` if given. */
export const keepInFolder =
  (folder: string, screenshotFile: string | undefined) =>
  async ({ name, bytes, contentType }: RenderedFile): Promise<string> => {
    const isScreenshot = name === 'screenshot' && screenshotFile !== undefined
    const path = isScreenshot ? screenshotFile : join(folder, name + endings[contentType])
    makeFolder(folder)
    await writeFile(path, bytes)
    return path
  }
