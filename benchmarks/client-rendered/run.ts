import { join } from 'node:path'
import { parsePage } from '#content/html/parse.ts'
import { clientRenderedEvidence } from '#content/page/client-rendered.ts'
import { oneLine, readText, unseenTags } from '#content/html/walk.ts'
import { readDataset } from '#benchmarks/extraction/dataset.ts'
import { emptyPages, readablePages } from '#fixtures/empty-pages.ts'
import { clientRenderedPages } from '#test/fixtures/client-rendered-site.ts'

/**
 * False positives of detecting client-rendered pages on static pages. Every hit is listed for manual review: pages with an
 * empty ground truth are true hits. The data set has no scripts, which are half of the evidence, so a second pass adds a bundle
 * and a script that fetches and renders to every page: the worst case of a static page. Then false negatives: pages of real
 * frameworks and hand-written ones. node benchmarks/client-rendered/run.ts [data folder]
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/wcxb-dev')
const pages = readDataset(folder)
const scripts = `<script type="module" src="/assets/main.4f2a.js"></script>
<script>fetch('/x').then((r) => r.text()).then((t) => { el.innerHTML = t })</script>`

for (const [name, added] of [
  ['as stored', ''],
  ['with an application script', scripts],
] as const) {
  let [hits, wrong] = [0, 0]
  for (const page of pages) {
    const { document } = parsePage(page.html() + added, 'html')
    const clientRendered = clientRenderedEvidence(document)
    if (!clientRendered) continue
    const visible = oneLine(readText(document, { except: unseenTags })).length
    hits += 1
    if (visible > page.truth.length / 2 && page.truth.length > 0) wrong += 1
    console.log(
      `${page.id} ${page.type} visible ${visible} of ${page.truth.length}: ${clientRendered.reason}`,
    )
  }
  console.log(
    `client-rendered (${name}): ${hits} of ${pages.length} pages called client-rendered (${share(hits)}), ` +
      `${wrong} of them show half of their content (${share(wrong)})`,
  )
}

const isShell = ([, html]: [string, string]) =>
  clientRenderedEvidence(parsePage(html, 'html').document) !== undefined
const empty = Object.entries({ ...clientRenderedPages, ...emptyPages })
const missed = empty.filter((page) => !isShell(page))
const readable = Object.entries(readablePages)
const mistaken = readable.filter(isShell)
console.log(
  `client-rendered (our own): ${missed.length} of ${empty.length} missed, ` +
    `${mistaken.length} of ${readable.length} readable pages called client-rendered`,
)
for (const [name] of [...missed, ...mistaken]) console.log(name)

function share(count: number): string {
  return `${((100 * count) / pages.length).toFixed(2)} %`
}
