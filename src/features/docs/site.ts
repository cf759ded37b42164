import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runInThread } from '#kernel/run-in-thread.ts'
import { compressAsset, type Asset } from '#web-assets/asset.ts'
import { bundle, type Bundle } from '#web-assets/bundle.ts'
import { missingPageHtml, pageHtml, type PageAssets } from './page-html.ts'
import type { DocsPage } from './read-pages.ts'

/** The documentation as clients get it. */
export interface DocsSite {
  readonly pages: readonly DocsPage[]
  readonly pageAt: (address: string) => DocsPage | undefined
  readonly renderHtml: (page: DocsPage) => Promise<Asset>
  readonly missingHtml: string
  /** All sections, for the search in the browser. */
  readonly searchIndex: Asset
  readonly bundle: Bundle
  /** By file name. */
  readonly pictures: ReadonlyMap<string, Buffer>
  /** Markdown of `skills/weir/SKILL.md`. */
  readonly skill: string
}

const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'
const assetsPath = '/docs/assets'

/** Reads the documents in the repository `root`, and bundles the scripts and styles. */
export async function buildSite(root: string): Promise<DocsSite> {
  const [pages, built, skill] = await Promise.all([
    runInThread<readonly DocsPage[]>(new URL('pages-thread.ts', import.meta.url), root),
    bundle({
      entryPoints: {
        docs: 'docs/main.ts',
        'docs-theme': 'docs/theme.ts',
        reference: 'docs/reference.tsx',
      },
      publicPath: assetsPath,
    }),
    readFile(join(root, 'skills/weir/SKILL.md'), 'utf8'),
  ])
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  const assets: PageAssets = {
    style: built.makePath('docs.css'),
    script: built.makePath('docs.js'),
    themeScript: built.makePath('docs-theme.js'),
  }
  const navigation = { pages, assets }
  const rendered = new Map<DocsPage, Promise<Asset>>()
  return {
    pages,
    skill,
    bundle: built,
    pageAt: (address) => byAddress.get(address),
    renderHtml(page) {
      const known =
        rendered.get(page) ?? compressAsset(Buffer.from(pageHtml(page, navigation)), html)
      rendered.set(page, known)
      return known
    },
    missingHtml: missingPageHtml(navigation),
    searchIndex: await compressAsset(Buffer.from(JSON.stringify(searchEntries(pages))), json),
    pictures: await readPictures(root, pages),
  }
}

/** Sections with what the search needs of them. */
const searchEntries = (pages: readonly DocsPage[]) =>
  pages.flatMap(({ address, title, section, sections }) =>
    sections.map(({ anchor, heading, text }) => ({
      id: anchor === '' ? address : `${address}#${anchor}`,
      page: title,
      section: section.title,
      heading,
      text,
    })),
  )

/** The pictures that the pages show. */
async function readPictures(root: string, pages: readonly DocsPage[]) {
  const paths = new Set(
    pages.flatMap(
      (page) => page.html.match(/(?<=src="\/)docs\/pictures\/[\w-]+\.(?:png|svg|webp)/g) ?? [],
    ),
  )
  const entries = [...paths].map(
    async (path) => [basename(path), await readFile(join(root, path))] as const,
  )
  return new Map(await Promise.all(entries))
}
