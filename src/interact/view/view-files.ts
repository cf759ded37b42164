import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'page')

/** The HTML page of the live view. It is the same for every session. */
export const viewPage = (): Promise<Buffer> => readFile(join(folder, 'view.html'))

/** Scripts and styles of the page, with their content types. */
export const viewAssets: Readonly<Record<string, { path: string; contentType: string }>> = {
  'view.js': { path: join(folder, 'view.js'), contentType: 'text/javascript; charset=utf-8' },
  'view.css': { path: join(folder, 'view.css'), contentType: 'text/css; charset=utf-8' },
}
