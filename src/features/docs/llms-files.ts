import type { DocsPage } from './read-pages.ts'
import { makeMarkdownAddress } from './navigation.ts'

const summary =
  'Weir is an open, self-hostable web-data API. It fetches web pages and files and returns Markdown, HTML, structured data, answers, links, images or screenshots; it crawls, maps, searches, monitors and parses. It implements the v2 API of Firecrawl.'

/** The pages with one line each and links to their Markdown (https://llmstxt.org). */
export function llmsTxt(pages: readonly DocsPage[], baseUrl: string): string {
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(([section, group]) => {
    // By the convention, readers with little space skip the section "Optional".
    const title = section.isInternal ? `Optional: ${section.title}` : section.title
    const lines = group.map(
      ({ title: name, address, description }) =>
        `- [${name}](${baseUrl}${makeMarkdownAddress(address)}): ${description}`,
    )
    return `## ${title}\n\n${lines.join('\n')}`
  })
  const machine = `- [OpenAPI 3.1](${baseUrl}/v2/openapi.json): All operations with their schemas\n- [Skill](${baseUrl}/skill.md): How an agent uses this service\n- [All pages in one text](${baseUrl}/llms-full.txt)`
  return `# Weir\n\n> ${summary}\n\n## Machine-readable\n\n${machine}\n\n${sections.join('\n\n')}\n`
}

/** The Markdown of all pages but those for people who change Weir. */
export function llmsFullTxt(pages: readonly DocsPage[], baseUrl: string): string {
  return pages
    .filter(({ section }) => section.isInternal !== true)
    .map(({ address, markdown }) => `<!-- ${baseUrl}${address} -->\n\n${narrowTables(markdown)}`)
    .join('\n\n')
}

/** Without the spaces that align the columns of tables for people. */
const narrowTables = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) =>
      line.startsWith('| ') ? line.replaceAll(/ {2,}/g, ' ').replaceAll(/-{4,}/g, '---') : line,
    )
    .join('\n')
