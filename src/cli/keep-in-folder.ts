import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import type { RenderedFile } from '#pages/store-renderings.ts'

const endings = { 'image/png': '.png', 'image/jpeg': '.jpg', 'application/pdf': '.pdf' }

interface Places {
  readonly folder: string
  /** For the screenshot of the page. */
  readonly screenshotFile: string | undefined
  /** Gets the paths of what steps have made. */
  readonly note: (text: string) => void
}

/** Writes files of the browser. */
export const keepInFolder =
  ({ folder, screenshotFile, note }: Places) =>
  async ({ name, bytes, contentType }: RenderedFile): Promise<string> => {
    const isScreenshot = name === 'screenshot' && screenshotFile !== undefined
    const path = isScreenshot ? screenshotFile : join(folder, name + endings[contentType])
    makeFolder(folder)
    await writeFile(path, bytes)
    // The path of the screenshot of the page is what the command prints.
    if (name !== 'screenshot') note(`Written: ${path}`)
    return path
  }
