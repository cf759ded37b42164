import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildPages, type ConsolePages } from '#features/console/build-pages.ts'

/** Bytes, compressed with gzip: the first page, whichever page is opened first, and the styles of all. */
const limits = { firstPage: 30 * 1024, largestPage: 110 * 1024, styles: 16 * 1024 }
type Part = keyof typeof limits

const { html, assets } = await buildPages()
const describeContent = (name: string, { assets: all }: ConsolePages) =>
  all.get(name)?.content ?? Buffer.of()

/** The scripts, and those that they import before they run. */
function withImports(names: readonly string[], pages: ConsolePages): string[] {
  const found = new Set(names)
  for (const name of found) {
    const source = String(describeContent(name, pages))
    for (const [, imported = ''] of source.matchAll(
      /(?:from|import)"\/console\/assets\/([\w-]+\.js)"/g,
    ))
      found.add(imported)
  }
  return [...found]
}

/** The script of the page, and those that it imports before it runs. */
function firstScripts(pages: ConsolePages): string[] {
  const [main = ''] = /(?:[a-z]{2}-)?main-\w+\.js/.exec(pages.html) ?? []
  return withImports([main], pages)
}

/** The scripts of each page: those of the first page, and those of the part that it loads. */
function pageScripts(pages: ConsolePages): string[][] {
  const first = firstScripts(pages)
  const loaded = first.flatMap((name) =>
    [
      ...String(describeContent(name, pages)).matchAll(
        /import\("\/console\/assets\/([\w-]+\.js)"\)/g,
      ),
    ].map(([, part = '']) => part),
  )
  return loaded.map((part) => withImports([...first, part], pages))
}

function measureSizes(pages: ConsolePages): Record<Part, number> {
  const size = (names: readonly string[]) => {
    let bytes = 0
    for (const name of names) bytes += gzipSync(describeContent(name, pages)).length
    return bytes
  }
  const ending = (suffix: string) =>
    [...pages.assets.keys()].filter((name) => name.endsWith(suffix))
  return {
    firstPage: size(firstScripts(pages)),
    largestPage: Math.max(...pageScripts(pages).map(size)),
    styles: size(ending('.css')),
  }
}

const exceeded = (sizes: Record<Part, number>) =>
  (Object.keys(limits) as Part[]).filter((part) => sizes[part] > limits[part])

test('the first page, every other page and the styles are within their budgets', () => {
  assert.ok(firstScripts({ html, assets }).length > 1)
  assert.ok(pageScripts({ html, assets }).length > 10)
  const sizes = measureSizes({ html, assets })
  assert.deepEqual(exceeded(sizes), [], JSON.stringify(sizes))
})

test('the first page is within its budget in the language with the longest words', async () => {
  const pages = await buildPages('ja')
  const scripts = firstScripts(pages)
  assert.ok(scripts.length > 1 && scripts.every((name) => name.startsWith('ja-')))
  assert.match(pages.html, /<html lang="ja"/)
  assert.deepEqual(exceeded(measureSizes(pages)), [])
})

test('100 KB more exceed the budgets', () => {
  const [main = ''] = firstScripts({ html, assets })
  const asset = assets.get(main)
  assert.ok(asset)
  const content = Buffer.concat([asset.content, randomBytes(100 * 1024)])
  const larger = new Map(assets).set(main, { ...asset, content })
  assert.deepEqual(exceeded(measureSizes({ html, assets: larger })), ['firstPage', 'largestPage'])
})

test('no process of the build remains', () => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
  const commands = children
    .split(' ')
    .filter((pid) => pid !== '' && existsSync(`/proc/${pid}`))
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  assert.deepEqual(
    commands.filter((command) => command.includes('esbuild')),
    [],
  )
})
