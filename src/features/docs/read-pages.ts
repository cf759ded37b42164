import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createResolveLink, resolveMarkdownLinks } from './links.ts'
import { makeAddress, sectionsIn, type NavigationSection } from './navigation.ts'
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
export async function renderPages(root: string): Promise<readonly DocsPage[]> {
  const sections = sectionsIn(root)
  const files = sections.flatMap((section) => section.files)
  const pages: DocsPage[] = []
  for (const section of sections) {
    for (const file of section.files) {
      const source = withoutMarks(await readFile(join(root, file), 'utf8'))
      pages.push({
        file,
        address: makeAddress(file),
        section,
        markdown: resolveMarkdownLinks(
          source,
          createResolveLink({ file, files, asMarkdown: true }),
        ),
        ...renderMarkdown(source, createResolveLink({ file, files })),
      })
    }
  }
  return pages
}

/** Prices are marked for `npm run docs`. */
const withoutMarks = (text: string) => text.replaceAll(/<!-- price\.[\w ]+ -->/g, '')
