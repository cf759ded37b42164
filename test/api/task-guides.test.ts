import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

/** The guides of docs/tasks run as they are typed, each in a folder of its own; what is printed below a command is what it prints. */
const root = join(import.meta.dirname, '../..')
const guides = globSync('docs/tasks/*.md', { cwd: root }).toSorted()
const guideMsMax = 300_000
const mark = '=== end of a block ==='

const kettle = readFileSync(join(root, 'examples/kettle.html'), 'utf8')
const page = (title: string, text: string, links = '') =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main>`
const link = (path: string, name: string) => `<p><a href="${path}">${name}</a></p>`

/** Requests of the guide that runs, where it watches pages: then the kettle gets cheaper and the news longer after the first. */
const visits = { '/': 0, '/kettle': 0 }
let isWatched = false

const isLater = (path: keyof typeof visits, visitsMax: number) =>
  ++visits[path] > visitsMax && isWatched

/** The site of the guides. */
function startExampleSite() {
  const links = [link('/about', 'The mill'), link('/kettle', 'Blue Kettle'), link('/lamp', 'Lamp')]
  const news = link('/flood', 'The flood of March')
  const lamp = kettle.replaceAll('Blue Kettle', 'Trail Lamp').replace('39.90', '24.50')
  return startPages({
    '/': () => {
      const all = [...links, link('/gone', 'Old prices'), ...(isLater('/', 1) ? [news] : [])]
      return page('The mill shop', 'We sell what the mill needs.', all.join(''))
    },
    '/about': page(
      'The mill',
      'John Carter built the mill in 1820. It can grind two tons of wheat in a day.',
    ),
    '/kettle': () => (isLater('/kettle', 2) ? kettle.replace('39.90', '34.90') : kettle),
    '/lamp': lamp.replace('BK-17', 'TL-4'),
    '/flood': page('The flood of March', 'The river rose by two metres and the weir held.'),
  })
}

const weir = await startWeir()
const site = await startExampleSite()
disposeAfterTests(weir, site)

interface Block {
  readonly code: string
  /** Undefined where the guide shows no output. */
  readonly printed: string | undefined
}

/** The commands of a guide, each with what is printed below it. */
function readBlocks(guide: string): Block[] {
  const text = readFileSync(join(root, guide), 'utf8')
  const shape = /^```sh\n(.*?)^```\n(?:\n```(?:text|json)\n(.*?)^```\n)?/gms
  return [...text.matchAll(shape)].map(([, code = '', printed]) => ({ code, printed }))
}

async function run(guide: string, folder: string): Promise<string[]> {
  Object.assign(visits, { '/': 0, '/kettle': 0 })
  isWatched = /watch|follow/.test(guide)
  const script = readBlocks(guide)
    .map(({ code }) => `${code}echo '${mark}'\n`)
    .join('')
    .replaceAll('http://localhost:3002', weir.url)
    .replaceAll('https://example.com', site.url)
    .replaceAll('npx weir', `node ${join(root, 'scripts/weir.mjs')}`)
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    cwd: folder,
    env: { ...weir.env, WEIR_KEY: weir.key, WEIR_URL: weir.url },
    timeout: guideMsMax,
    maxBuffer: 64 * 1024 ** 2,
  })
  const shown = [
    [site.url, 'https://example.com'],
    [weir.url, 'http://localhost:3002'],
    // In names of folders.
    [new URL(site.url).host.replace(':', '-'), 'example.com'],
  ].reduce((text, [real = '', written = '']) => text.replaceAll(real, written), stdout)
  return shown.split(`${mark}\n`).slice(0, -1)
}

/** What a guide shows, with anything in the place of an ellipsis. */
function toPattern(printed: string): RegExp {
  const words = printed.trim().split(/\s+/)
  const parts = words.map((word) =>
    word
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('[^]*'),
  )
  return new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`)
}

for (const guide of guides) {
  test(`${basename(guide)} does what it says`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-task-'))
    const documents = join(root, 'packages/fixtures/documents')
    copyFileSync(join(documents, 'text.docx'), join(folder.path, 'report.docx'))
    copyFileSync(join(documents, 'restricted.pdf'), join(folder.path, 'paper.pdf'))
    mkdirSync(join(folder.path, 'node_modules'))
    symlinkSync(join(root, 'node_modules/firecrawl'), join(folder.path, 'node_modules/firecrawl'))
    writeFileSync(join(folder.path, 'package.json'), '{}')
    const outputs = await run(guide, folder.path)
    const blocks = readBlocks(guide)
    assert.equal(outputs.length, blocks.length)
    for (const [index, { printed, code }] of blocks.entries())
      if (printed !== undefined) assert.match(outputs[index] ?? '', toPattern(printed), code)
  })
}

test('every guide answers one task, shows what its commands print, and leads on', () => {
  assert.ok(guides.length >= 10)
  for (const guide of guides) {
    const text = readFileSync(join(root, guide), 'utf8')
    assert.match(text, /^# .*\n\nYou (?:want|have|need|do)|^# .*\n\nYour /, guide)
    assert.match(text, /^## Next$/m, guide)
    assert.ok(
      readBlocks(guide).some(({ printed }) => printed !== undefined),
      guide,
    )
  }
})
