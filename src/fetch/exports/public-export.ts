import { readEssence } from '#content/bytes/content-kind.ts'
import type { FoundPage } from '#fetch/get-page.ts'

/** A kind of link whose page shows its content by scripts alone, while the same content can be read at another public URL. */
export interface PublicExport {
  /** Returns the URL to read; undefined for links that have none. */
  readonly locate: (link: URL) => string | undefined
  /** Makes the page of what that URL returned; undefined if it is no export, for example a form to sign in. By default a file is one. */
  readonly read?: ReadExport
}

export type ReadExport = (
  found: FoundPage,
  context: {
    readonly link: URL
    /** Reads a further URL with the options of the page. */
    readonly load: (url: string) => Promise<FoundPage>
  },
) => Promise<FoundPage | undefined>

/** The file as the content of the link. */
export const readFile: ReadExport = async (found, { link }) =>
  isOk(found) && !isHtml(found) ? asContent(link, found) : undefined

export const isOk = ({ page }: FoundPage): boolean => page.status >= 200 && page.status < 300

const isHtml = ({ page }: FoundPage) => readEssence(page.headers['content-type']) === 'text/html'

/** Content of the link: its URL is that of the link, and no browser reads it. */
export const asContent = (link: URL, found: FoundPage): FoundPage => ({
  ...found,
  page: { ...found.page, url: link.href },
  rendered: undefined,
})

/** The same with a text that was made of the export. */
export function withText(found: FoundPage, type: 'text/html' | 'text/markdown', text: string) {
  const headers = { 'content-type': `${type}; charset=utf-8` }
  return { ...found, page: { ...found.page, headers, body: Buffer.from(text) } }
}
