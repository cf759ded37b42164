import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScrapedDocument } from './scrape-document.ts'

type Shown = NonNullable<ScrapedDocument['rendering']>
type Picture = NonNullable<Shown['screenshot']>

/** Results of the browser, with file paths instead of bytes. */
export interface SavedRenderings {
  readonly screenshot?: string
  readonly actions?: Readonly<
    Record<'screenshots' | 'pdfs' | 'scrapes' | 'javascriptReturns', readonly unknown[]>
  >
}

/** Writes screenshots and PDF files to the folder, the screenshot of the page to `screenshotFile` if given. */
export async function saveRenderings(
  shown: Shown | undefined,
  { folder, screenshotFile }: { readonly folder: string; readonly screenshotFile?: string },
): Promise<SavedRenderings> {
  const { screenshot, actionResults } = shown ?? {}
  if (screenshot ?? actionResults) await mkdir(folder, { recursive: true })
  const screenshotPath =
    screenshot &&
    (await save(
      screenshotFile ?? join(folder, `screenshot${suffix(screenshot)}`),
      screenshot.bytes,
    ))
  if (!actionResults) return screenshotPath === undefined ? {} : { screenshot: screenshotPath }
  const { screenshots, pdfs, scrapes, javascriptReturns } = actionResults
  const pictures = screenshots.map((picture, at) =>
    save(join(folder, `screenshot-${at + 1}${suffix(picture)}`), picture.bytes),
  )
  const prints = pdfs.map((bytes, at) => save(join(folder, `page-${at + 1}.pdf`), bytes))
  return {
    ...(screenshotPath !== undefined && { screenshot: screenshotPath }),
    actions: {
      screenshots: await Promise.all(pictures),
      pdfs: await Promise.all(prints),
      scrapes,
      javascriptReturns,
    },
  }
}

const suffix = ({ contentType }: Picture) => (contentType === 'image/png' ? '.png' : '.jpg')

async function save(path: string, bytes: Uint8Array): Promise<string> {
  await writeFile(path, bytes)
  return path
}
