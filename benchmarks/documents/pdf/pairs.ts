/**
 * Share of the HTML edition of manuals that is found in their PDF edition, both from Debian packages: words in order, headings,
 * table rows, list items, links. Compared with the library's own Markdown, pdftotext and unpdf, if installed. `SHOW=headings`
 * prints missing and additional items. Speed: pages per second of CPU time, in the same run. apt-get install
 * developers-reference debian-policy r-doc-pdf r-doc-html poppler-utils; npm install --prefix benchmarks/peers; node
 * benchmarks/documents/pdf/pairs.ts [NAME]
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { detectPdf } from '@firecrawl/pdf-inspector'
import { removeElement } from 'domutils'
import { selectAll } from 'css-select'
import { isTag, type Document, type Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import serialize from 'dom-serializer'
import { hasPeers, loadPeer } from '#benchmarks/peers/peers.ts'
import { compare, readFacts, writeHtml, kinds, percent, splitWords, type Facts } from './facts.ts'
import { inOrder } from './order.ts'
import { readInspector, readWeir, type Reader } from './readers.ts'

interface Pair {
  readonly pdf: string
  readonly pages: readonly string[]
}

const documents = '/usr/share/doc/debian-policy'
const sphinx = (folder: string) => {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return []
  const found = readFileSync(index, 'utf8').matchAll(
    /<li class="toctree-l1"><a class="reference internal" href="([^"#]+)"/g,
  )
  return [...new Set(Array.from(found, ([, page = '']) => join(folder, page)))]
}
const pairs: Readonly<Record<string, Pair>> = {
  'developers-reference': {
    pdf: '/usr/share/developers-reference/developers-reference.pdf',
    pages: sphinx('/usr/share/developers-reference'),
  },
  'debian-policy': {
    pdf: join(documents, 'policy.pdf.gz'),
    pages: sphinx(join(documents, 'policy.html')),
  },
  fhs: {
    pdf: join(documents, 'fhs/fhs-3.0.pdf.gz'),
    pages: [join(documents, 'fhs/fhs-3.0.html')],
  },
  ...Object.fromEntries(
    globSync('/usr/share/R/doc/manual/R-{intro,data,lang,ints}.pdf')
      .toSorted()
      .map((pdf) => [basename(pdf, '.pdf'), { pdf, pages: [pdf.replace(/pdf$/, 'html')] }]),
  ),
}

/** Elements around the text of a manual page. */
const furniture =
  'head, script, style, nav, .related, .sphinxsidebar, .clearer, .headerlink, .footnotes-heading, .footnote-body-heading, .header, .contents, .section-toc, .mini-toc, ul.menu, .Contents_element, .toc, .toctree-wrapper, .shortcontents, .titlepage hr, .index-cp, .index-vr, .index-fn, .printindex, table[class*=index], a.copiable-anchor, .footer'

function makeTruth(pages: readonly string[]): { html: string; facts: Facts } {
  const html = pages.map((page) => {
    const document = parseDocument(readFileSync(page, 'utf8'))
    for (const element of all(document, furniture)) removeElement(element)
    // A node of several paragraphs is looked for by its first.
    for (const item of all(document, 'li > p ~ *')) if (!/^[ou]l$/.test(item.name)) unwrap(item)
    return serialize(document)
  })
  return { html: html.join('\n'), facts: toFacts(html.join('\n')) }
}

const all = (document: Document, selector: string): Element[] =>
  selectAll(selector, document.children.filter(isTag))

/** Out of its item, behind it. */
function unwrap(element: Element): void {
  const item = element.parent
  const list = item?.parent
  if (!item || !list) return
  removeElement(element)
  list.children.push(element)
  element.parent = list
}

/** Numbers of headings are set in many ways, and only links that lead out of the manual have an address. */
function toFacts(html: string): Facts {
  const { headings, rows, items, links } = readFacts(html)
  return {
    headings: headings
      .map((text) => text.replace(/^(?:chapter |appendix )?(?:[a-z]|\d+)(?: \d+)* (?=\p{L})/u, ''))
      // Those of the letters of an index are left out of the HTML, and notes have nothing but a number there.
      .filter((text) => text.length > 1 && !/^\d+$/.test(text)),
    // The letters of an index are links there.
    rows: rows.filter((row) => /\p{L}/u.test(row) && !row.startsWith('jump to')),
    items: items.filter((item) => item !== ''),
    links: links.flatMap((link) => {
      const url = /(?:https?|ftp|mailto):\S+$/.exec(link)?.[0]
      return url && URL.canParse(url) ? [new URL(url).href.replace(/\/$/, '')] : []
    }),
  }
}

interface Unpdf {
  extractText(file: Uint8Array, options: { mergePages: true }): Promise<{ text: string }>
}

const paragraphs = (text: string) => text.replaceAll(/[<>&*_`#|[\]\\~-]/g, ' ')
const readers: Record<string, Reader> = { Weir: readWeir, 'pdf-inspector': readInspector }
if (hasPeers()) {
  const unpdf = await loadPeer<Unpdf>('unpdf')
  readers['unpdf'] = async (file) =>
    paragraphs((await unpdf.extractText(new Uint8Array(file), { mergePages: true })).text)
}
if (existsSync('/usr/bin/pdftotext'))
  readers['pdftotext'] = async (file) =>
    paragraphs(
      execFileSync('/usr/bin/pdftotext', ['-', '-'], {
        input: file,
        maxBuffer: 2 ** 28,
      }).toString(),
    )

const turns = 3
const print = (line: string) => process.stdout.write(`${line}\n`)
const shown = process.env['SHOW']
const [wanted] = process.argv.slice(2)
print(
  '| manual | read by | words | in order | headings | invented | table rows | list items | links | pages a second of CPU |',
)
print('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const [name, pair] of Object.entries(pairs)) {
  if (wanted !== undefined && name !== wanted) continue
  if (!existsSync(pair.pdf) || pair.pages.length === 0) {
    print(`| ${name} | left out: its package is not installed |`)
    continue
  }
  await measure(name, pair)
}

/** CPU time, so that other processes do not count. The best of several rounds. */
async function timed(read: Reader, file: Buffer): Promise<{ markdown: string; seconds: number }> {
  let [markdown, seconds] = ['', Infinity]
  for (let turn = 0; turn < turns; turn++) {
    const start = process.cpuUsage()
    markdown = await read(file)
    const { user, system } = process.cpuUsage(start)
    seconds = Math.min(seconds, (user + system) / 1_000_000)
  }
  return { markdown, seconds }
}

async function measure(name: string, pair: Pair): Promise<void> {
  const bytes = readFileSync(pair.pdf)
  const file = pair.pdf.endsWith('.gz') ? gunzipSync(bytes) : bytes
  const { pageCount } = detectPdf(file)
  const truth = makeTruth(pair.pages)
  const words = splitWords(truth.html)
  for (const [reader, read] of Object.entries(readers)) {
    const { markdown, seconds } = await timed(read, file)
    const html = writeHtml(markdown)
    const { found, ordered } = inOrder(words, splitWords(html))
    const got = toFacts(html)
    const counts = kinds.map((kind) => compare(truth.facts[kind], got[kind]))
    const [headings = '', ...others] = counts.map((count) => percent(count.found, count.wanted))
    const hasMarks = reader === 'Weir' || reader === 'pdf-inspector'
    const cells = hasMarks
      ? [headings, percent(counts[0]?.invented ?? 0, counts[0]?.wanted ?? 0), ...others]
      : ['', '', '', '', '']
    print(
      `| ${name} | ${reader} | ${[found, ordered].map((share) => percent(share, 1)).join(' | ')} | ${cells.join(' | ')} | ${reader === 'pdftotext' ? '' : Math.round(pageCount / seconds)} |`,
    )
    for (const kind of kinds.filter((one) => one === shown && reader === 'Weir')) {
      for (const text of truth.facts[kind].filter((one) => !got[kind].includes(one)))
        print(`missing ${name}: ${text}`)
      for (const text of got[kind].filter((one) => !truth.facts[kind].includes(one)))
        print(`invented ${name}: ${text}`)
    }
  }
}
