import { createHash } from 'node:crypto'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A page of a crawl, as the API answers it. */
export interface CrawledPage {
  readonly markdown?: string
  readonly metadata: {
    readonly sourceURL: string
    readonly url: string
    readonly title?: string
    readonly statusCode: number
  }
}

/** Where the pages of a crawl go as they come. */
export interface CrawlOutput {
  write(page: CrawledPage): Promise<void>
}

/** A file for each page, in folders as on the site. */
export const folderOutput = (folder: string): CrawlOutput => ({
  async write(page) {
    const file = join(folder, fileOf(page.metadata.url))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${page.markdown ?? ''}\n`)
  },
})

/** A line of JSON for each page. */
export const linesOutput = (file: string): CrawlOutput => ({
  write: (page) => appendFile(file, `${JSON.stringify(page)}\n`),
})

/** All pages in one text, each under its address: what is called llms-full.txt. */
export const textOutput = (append: (text: string) => Promise<void>): CrawlOutput => ({
  write: ({ markdown = '', metadata: { title, url } }) =>
    append(`# ${title ?? url}\nURL: ${url}\n\n${markdown}\n\n`),
})

const nameLengthMax = 120

/** `example.com/docs/install.md`; what no file name can hold becomes a hyphen. */
function fileOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  const parts = pathname
    .split('/')
    .filter(Boolean)
    .map((part) => nameOf(decoded(part)))
  const last = pathname.endsWith('/') || parts.length === 0 ? 'index' : (parts.pop() ?? 'index')
  const query =
    search === '' ? '' : `-${createHash('sha256').update(search).digest('hex').slice(0, 8)}`
  return join(nameOf(host), ...parts, `${last.replace(/\.html?$/, '')}${query}.md`)
}

const nameOf = (part: string) =>
  part
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^\.+/, '-')
    .slice(0, nameLengthMax)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
