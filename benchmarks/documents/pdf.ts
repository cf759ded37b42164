/**
 * How much of known pages is found again in the PDF files that Chromium and LibreOffice make of them: headings, rows of
 * tables, list items, links, and what leaks of running heads and feet. Beside the Markdown of the extractor below us.
 *
 *     node benchmarks/documents/pdf.ts
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { extractPagesMarkdown } from '@firecrawl/pdf-inspector'
import { selectAll } from 'css-select'
import { isTag, type Element } from 'domhandler'
import { textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { readPdf } from '#content/documents/pdf/read-pdf.ts'
import { contentRequest } from '#test/fixtures/content-request.ts'

interface Facts {
  readonly headings: string[]
  readonly rows: string[]
  readonly items: string[]
  readonly links: string[]
}

const kinds = ['headings', 'rows', 'items', 'links'] as const

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The text of an item without that of items inside it. */
const ownNodes = (item: Element) =>
  item.children.filter((child) => !isTag(child) || (child.name !== 'ul' && child.name !== 'ol'))

function factsOf(html: string): Facts {
  const document = parseDocument(html)
  const all = (selector: string): Element[] => selectAll(selector, document.children.filter(isTag))
  return {
    headings: all('h1,h2,h3,h4,h5,h6').map((heading) => plain(textContent(heading))),
    rows: all('tr').map((row) =>
      row.children
        .flatMap((cell) => ('name' in cell ? [plain(textContent(cell))] : []))
        .join(' | '),
    ),
    items: all('li').map((item) => plain(textContent(ownNodes(item)))),
    links: all('a').map((link) => `${plain(textContent(link))} ${link.attribs['href']}`),
  }
}

/** Of the wanted, how many there are; and how many there are beyond. */
function compare(wanted: readonly string[], got: readonly string[]) {
  const left = [...got]
  let found = 0
  for (const one of wanted) {
    const at = left.indexOf(one)
    if (at < 0) continue
    found++
    left.splice(at, 1)
  }
  return { wanted: wanted.length, found, invented: left.length }
}

const makers: Readonly<Record<string, (page: string, folder: string) => void>> = {
  Chromium: (page, folder) =>
    void execFileSync(
      'chromium-headless-shell',
      [
        '--no-sandbox',
        '--no-pdf-header-footer',
        `--print-to-pdf=${join(folder, `${basename(page, '.html')}.pdf`)}`,
        `file://${page}`,
      ],
      { stdio: 'ignore' },
    ),
  LibreOffice: (page, folder) =>
    void execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'pdf:writer_web_pdf_Export',
        '--outdir',
        folder,
        page,
      ],
      { stdio: 'ignore' },
    ),
}

/** Nothing here is a picture; LibreOffice leaves a page empty. */
const emptyPage = { width: 1, height: 1, turned: 0, words: [] }

const extractors: Readonly<Record<string, (file: Buffer) => Promise<string>>> = {
  Weir: async (file) => {
    const reading = await readPdf(
      { ...contentRequest(''), body: file, contentType: 'application/pdf' },
      { readPicture: async () => emptyPage, onProgress: () => {} },
    )
    return reading.markdown()
  },
  'pdf-inspector': async (file) =>
    extractPagesMarkdown(file)
      .pages.map(({ markdown }) => markdown)
      .join('\n\n'),
}

const print = (line: string) => process.stdout.write(`${line}\n`)
print(
  '| PDF by | read by | headings found | invented | table rows | list items | links | leaks of heads and feet |',
)
print('|---|---|--:|--:|--:|--:|--:|--:|')
for (const [maker, make] of Object.entries(makers)) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-pdf-'))
  const pages = globSync('pages/*.html', { cwd: import.meta.dirname }).map((page) =>
    join(import.meta.dirname, page),
  )
  for (const page of pages) make(page, folder.path)
  for (const [extractor, read] of Object.entries(extractors)) {
    const sums = Object.fromEntries(
      kinds.map((kind) => [kind, { wanted: 0, found: 0, invented: 0 }]),
    )
    let leaks = 0
    for (const page of pages) {
      const truth = factsOf(readFileSync(page, 'utf8'))
      const markdown = await read(readFileSync(join(folder.path, `${basename(page, '.html')}.pdf`)))
      const got = factsOf(micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }))
      leaks += (markdown.match(/Running head of|Page \d+ of the/g) ?? []).length
      for (const kind of kinds) {
        const result = compare(truth[kind], got[kind])
        const sum = sums[kind]
        if (!sum) continue
        sum.wanted += result.wanted
        sum.found += result.found
        sum.invented += result.invented
        if (process.env['SHOW'] === kind && extractor === 'Weir') {
          for (const text of truth[kind].filter((one) => !got[kind].includes(one)))
            print(`missing ${maker} ${basename(page)}: ${text}`)
          for (const text of got[kind].filter((one) => !truth[kind].includes(one)))
            print(`invented ${maker} ${basename(page)}: ${text}`)
        }
      }
    }
    const share = (kind: string) =>
      `${Math.round((100 * (sums[kind]?.found ?? 0)) / (sums[kind]?.wanted || 1))} %`
    const { headings } = sums
    const invented = `${Math.round((100 * (headings?.invented ?? 0)) / (headings?.wanted || 1))} %`
    print(
      `| ${maker} | ${extractor} | ${share('headings')} | ${invented} | ${share('rows')} | ${share('items')} | ${share('links')} | ${leaks} |`,
    )
  }
}
