import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/** A section of the navigation. */
export interface NavigationSection {
  readonly title: string
  /** Files of the repository, in the order of the navigation. */
  readonly files: readonly string[]
  /** For people who change Weir: not part of `llms-full.txt`, and folded in the navigation. */
  readonly isInternal?: true
}

const inDocs = (folder: string, names: readonly string[]) =>
  names.map((name) => `docs/${folder}${name}.md`)

/** All pages in their order. Navigation, search, `llms.txt` and the addresses of the pages follow from this list. */
const navigation: readonly NavigationSection[] = [
  {
    title: 'Start',
    files: [
      ...inDocs('', ['index']),
      ...inDocs('', ['how-it-works']),
      ...inDocs('guides/', [
        'quickstart',
        'console',
        'clients',
        'mcp',
        'frameworks',
        'from-firecrawl',
      ]),
    ],
  },
  {
    title: 'Tasks',
    files: inDocs('tasks/', [
      'rag',
      'feed-an-agent',
      'watch-prices',
      'extract-products',
      'archive-a-site',
      'read-a-list',
      'convert-documents',
      'take-screenshots',
      'check-links',
      'follow-news',
      'replace-firecrawl',
    ]),
  },
  {
    title: 'Guides',
    files: inDocs('guides/', [
      'command-line',
      'sites',
      'search',
      'monitors',
      'webhooks',
      'agent',
      'browser-sessions',
      'language-models',
    ]),
  },
  {
    title: 'Results',
    files: inDocs('', [
      'formats',
      'answers',
      'product',
      'menu',
      'branding',
      'media',
      'parse',
      'actions',
      'change-tracking',
      'safety',
      'zero-data-retention',
    ]),
  },
  {
    title: 'API',
    files: [
      ...inDocs('api/', [
        'scrape',
        'batch',
        'crawl',
        'map',
        'search',
        'research',
        'parse',
        'extract',
        'agent',
        'interact',
        'monitor',
        'webhooks',
        'export',
        'mcp',
        'siem',
        'support',
      ]),
      ...inDocs('', ['errors', 'credits']),
    ],
  },
  {
    title: 'Operation',
    files: [
      ...inDocs('guides/', ['self-hosting']),
      ...inDocs('', ['configuration', 'browser', 'scaling']),
      ...inDocs('guides/', ['backup-and-upgrade']),
      ...inDocs('', ['troubleshooting', 'politeness', 'privacy']),
      'SECURITY.md',
    ],
  },
  {
    title: 'Project',
    files: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'benchmarks/RESULTS.md',
      'docs/compare.md',
      'docs/licences.md',
    ],
    isInternal: true,
  },
]

/** The records of decisions, which are in the order of their numbers. */
const decisions = (root: string): NavigationSection => ({
  title: 'Decisions',
  files: globSync('docs/decisions/*.md', { cwd: root }).toSorted(),
  isInternal: true,
})

/** Sections that get the pages of a folder that the list does not name, after those that it names. */
const sectionOfFolder: Readonly<Record<string, string>> = {
  docs: 'Results',
  'docs/guides': 'Guides',
  'docs/tasks': 'Tasks',
  'docs/api': 'API',
}

/** All sections of the documentation in the repository `root`. */
export function sectionsIn(root: string): readonly NavigationSection[] {
  const listed = new Set(navigation.flatMap(({ files }) => files))
  const others = globSync('docs/{,guides/,api/,tasks/}*.md', { cwd: root })
    .filter((file) => !listed.has(file))
    .toSorted()
  const sections = navigation.map((section) => ({
    ...section,
    files: [
      ...section.files,
      ...others.filter((file) => sectionOfFolder[dirname(file)] === section.title),
    ],
  }))
  return [...sections, decisions(root)]
}

/** Address of the page of a file: `docs/guides/search.md` is at `/docs/guides/search`, `SECURITY.md` at `/docs/project/security`. */
export function makeAddress(file: string): string {
  if (file === 'docs/index.md') return '/docs'
  const path = file.slice(0, -'.md'.length)
  if (path.startsWith('docs/')) return `/${path}`
  return `/docs/project/${(path.split('/').at(-1) ?? path).toLowerCase()}`
}

/** Address of the Markdown of a page. */
export const makeMarkdownAddress = (address: string): string =>
  address === '/docs' ? '/docs/index.md' : `${address}.md`
