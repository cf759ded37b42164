import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createResolveLink, resolveMarkdownLinks } from './links.ts'
import { addressOf, sectionsIn, type NavigationSection } from './navigation.ts'
import { renderMarkdown, type RenderedMarkdown } from './render-markdown.ts'

/** A page of the documentation. */
export interface DocsPage extends RenderedMarkdown {
  readonly file: string
  /** `/docs/guides/search`. */
  readonly address: string
  /** Its source, with links between the Markdown of pages. */
  readonly markdown: string
  readonly section: NavigationSection
}

/** Reads and renders all pages in the repository `root`, in the order of the navigation. */
export async function readPages(root: string): Promise<readonly DocsPage[]> {
  const sections = sectionsIn(root)
  const files = sections.flatMap((section) => section.files)
  const pages = sections.flatMap((section) =>
    section.files.map(async (file): Promise<DocsPage> => {
      const source = withoutMarks(await readFile(join(root, file), 'utf8'))
      return {
        file,
        address: addressOf(file),
        section,
        markdown: resolveMarkdownLinks(
          source,
          createResolveLink({ file, files, asMarkdown: true }),
        ),
        ...renderMarkdown(source, createResolveLink({ file, files })),
      }
    }),
  )
  return Promise.all(pages)
}

/** Prices are marked for `npm run docs`. */
const withoutMarks = (text: string) => text.replaceAll(/<!-- price\.[\w ]+ -->/g, '')
