import { appendFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFileNames } from '#kernel/file-names.ts'
import { makeFolder } from '#kernel/make-folder.ts'

/** A page of a crawl, as returned by the API. */
export interface CrawledPage {
  readonly markdown?: string
  readonly metadata: {
    readonly sourceURL: string
    readonly url: string
    readonly title?: string
    readonly statusCode: number
  }
}

/** Destination of the pages of a crawl. */
export interface CrawlOutput {
  write(page: CrawledPage): Promise<void>
  /** Gets what became of the crawl after its last page. */
  end?(summary: object): void
}

/** One file per page, in the folders of the site. */
export function folderOutput(folder: string): CrawlOutput {
  const nameFile = createFileNames()
  return {
    async write(page) {
      const file = join(folder, nameFile(page.metadata.url))
      makeFolder(dirname(file))
      await writeFile(file, `${page.markdown ?? ''}\n`)
    },
  }
}

/** One line of JSON per page. */
export const linesOutput = (file: string): CrawlOutput => ({
  write: (page) => appendFile(file, `${JSON.stringify(page)}\n`),
})

/** One JSON document, whose pages are printed as they come: with as many as a crawl has, it would not fit into memory. */
export function jsonOutput(print: (text: string) => void, hasPages: boolean): CrawlOutput {
  let count = 0
  return {
    async write(page) {
      if (hasPages) print(`${count++ === 0 ? '{ "data": [' : ','}\n${JSON.stringify(page)}`)
    },
    end(summary) {
      const members = JSON.stringify(summary).slice(1)
      const begun = count > 0 ? '' : '{ "data": ['
      print(hasPages ? `${begun}], ${members}` : `{${members}`)
    },
  }
}

/** All pages in one text, each below its URL (llms-full.txt). */
export const textOutput = (append: (text: string) => Promise<void>): CrawlOutput => ({
  write: ({ markdown = '', metadata: { title, url } }) =>
    append(`# ${title ?? url}\nURL: ${url}\n\n${markdown}\n\n`),
})
