/**
 * Compares Markdown with other converters: checks that pass, and time for real pages and large tables. npm install --prefix
 * benchmarks/peers && node benchmarks/markdown/peers.ts [--data FOLDER]. All get the text of the page, so parsing counts; on
 * real pages all take turns.
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { parsePage } from '#content/html/parse.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import { hasPeers, loadPeer } from '#benchmarks/peers/peers.ts'
import { baseUrl } from '#fixtures/markdown-check.ts'
import { checks } from '#fixtures/markdown-checks.ts'
import { rendered } from '#fixtures/rendered-markdown.ts'

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: resolve(import.meta.dirname, '../../../shared/data/wcxb-dev'),
    },
    pages: { type: 'string', default: '60' },
  },
})

interface Writer {
  readonly name: string
  readonly write: (html: string) => string
}

const ours: Writer = {
  name: 'weir',
  write: (html) =>
    toMarkdown(parsePage(html, 'html').document.children, { baseUrl, removeBase64Images: true }),
}

const plugin = async (name: string) => (await loadPeer<{ default: unknown }>(name)).default

async function peers(): Promise<Writer[]> {
  if (!hasPeers()) return []
  interface Turndown {
    use(plugin: unknown): void
    turndown(html: string): string
  }
  const { default: TurndownService } = await loadPeer<{
    default: new (options: object) => Turndown
  }>('turndown')
  const { gfm } = await loadPeer<{ gfm: unknown }>('turndown-plugin-gfm')
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
  turndown.use(gfm)
  const { htmlToMarkdown } = await loadPeer<{
    htmlToMarkdown: (html: string, options: object) => string
  }>('mdream')
  interface Processor {
    use(plugin: unknown): Processor
    processSync(html: string): { toString(): string }
  }
  const { unified } = await loadPeer<{ unified: () => Processor }>('unified')
  const remark = unified()
    .use(await plugin('rehype-parse'))
    .use(await plugin('rehype-remark'))
    .use(await plugin('remark-gfm'))
    .use(await plugin('remark-stringify'))
  return [
    { name: 'turndown + gfm', write: (html) => turndown.turndown(html) },
    { name: 'rehype-remark + gfm', write: (html) => remark.processSync(html).toString() },
    { name: 'mdream', write: (html) => htmlToMarkdown(html, { origin: baseUrl }) },
  ]
}

const writers = [ours, ...(await peers())]
const files = globSync(`${values.data}/html/*.html.gz`).toSorted()
const step = Math.max(1, Math.floor(files.length / Number(values.pages)))
const pages = files
  .filter((_, index) => index % step === 0)
  .map((file) => gunzipSync(readFileSync(file)).toString())

/** Number of checks that pass; a converter that throws fails the check. */
function passed({ write }: Writer): number {
  return checks.filter(({ html, holds }) => {
    try {
      return holds(rendered(write(html)))
    } catch {
      return false
    }
  }).length
}

/** Milliseconds; undefined if the converter throws. */
function time({ write }: Writer, html: string): number | undefined {
  const start = performance.now()
  try {
    write(html)
  } catch {
    return undefined
  }
  return performance.now() - start
}

const totals = writers.map(() => 0)
const failures = writers.map(() => 0)
for (const html of pages) {
  for (const [index, writer] of writers.entries()) {
    const ms = time(writer, html)
    if (ms === undefined) failures[index] = (failures[index] ?? 0) + 1
    totals[index] = (totals[index] ?? 0) + (ms ?? 0)
  }
}

const writeTable = (rows: number) =>
  `<table>${'<tr><td>one</td><td><b>two</b> a_b</td><td>3</td></tr>'.repeat(rows)}</table>`
const say = (ms: number | undefined) => (ms === undefined ? 'fails' : `${ms.toFixed(0)} ms`)

process.stdout.write(
  `| writer | checks | ratio on ${pages.length} pages | failures | table of 2,000 rows | of 8,000 |\n|---|--:|--:|--:|--:|--:|\n`,
)
for (const [index, writer] of writers.entries()) {
  const ratio = (totals[index] ?? 0) / (totals[0] || 1)
  const tables = [2_000, 8_000].map((rows) => say(time(writer, writeTable(rows)))).join(' | ')
  process.stdout.write(
    `| ${writer.name} | ${passed(writer)} of ${checks.length} | ${ratio.toFixed(2)} | ${failures[index]} | ${tables} |\n`,
  )
}
