// acceptance: quick
/**
 * Refusals are recognised with their kind, also of unknown products and in many languages, and pages with content are not taken for
 * them. Control: the status alone. The pages of other sites are in the data folder.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findRefusal } from '#content/refusal/classify.ts'
import { refusalKinds, type RefusalKind } from '#content/refusal/refusal.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { briefArticles } from '#test/fixtures/refusals/brief-articles.ts'
import { ownRefusalPages } from '#test/fixtures/refusals/own-refusal-pages.ts'
import { html, requestedUrl, type RefusalPage } from '#fixtures/refusals/refusal-page.ts'
import { pagesWithWallParts } from '#test/fixtures/refusals/pages-with-wall-parts.ts'
import { shortContentPages } from '#test/fixtures/refusals/short-content-pages.ts'
import { unknownVendorPages } from '#test/fixtures/refusals/unknown-vendor-pages.ts'
import { vendorPages } from '#fixtures/refusals/vendor-pages.ts'
import { wallPages } from '#fixtures/refusals/wall-pages.ts'
import { wallsByStructure } from '#test/fixtures/refusals/walls-by-structure.ts'
import { walls } from '#test/fixtures/refusals/walls.ts'
import { dataFolder } from '#test/fixtures/vectors.ts'

const detectKind = ({ url = requestedUrl, status = 200, headers, cookies = [], body }: Response) =>
  findRefusal({
    requestedUrl,
    url,
    status,
    headers: { 'content-type': 'text/html', ...headers },
    cookieNames: cookies,
    body: Buffer.from(body),
  })?.kind
type Response = Omit<RefusalPage, 'name' | 'kind'>

const nav = '<nav><a href="/">Start</a> <a href="/a">A</a> <a href="/b">B</a></nav>'
const form = '<form action="/in"><input name="user"><input type="password"></form>'

/** A wall with its heading in the title, and within the frame of a site. */
function makeWalls({ kind, heading, sentence }: (typeof walls)[number]): RefusalPage[] {
  const name = `${kind}: ${heading}`
  const more = kind === 'login_wall' ? form : ''
  return [
    html(heading, `${nav}<h1>${heading}</h1><p>${sentence}</p>${more}`),
    html('Shop', `${nav.repeat(3)}<h2>${heading}</h2><p>${sentence}</p><footer>${nav}</footer>`),
  ].map((body) => ({ name, kind, body }))
}

const inLanguages = walls.flatMap(makeWalls)
const known = [...vendorPages, ...wallPages]
const unknown = [...unknownVendorPages, ...ownRefusalPages, ...wallsByStructure]
const content = [shortContentPages, briefArticles, pagesWithWallParts].flatMap(
  Object.values<string>,
)

const measureShare = (pages: readonly RefusalPage[], isFound: (page: RefusalPage) => boolean) =>
  pages.filter((page) => isFound(page)).length / pages.length
const isFound = (page: RefusalPage) => detectKind(page) !== undefined
const isExact = (page: RefusalPage) => detectKind(page) === page.kind
/** What the status alone says. */
const isByStatus = ({ status = 200 }: RefusalPage) => status >= 400

const falseContent = content.filter((body) => detectKind({ body }) !== undefined).length

/** Share of the pages of a data set that are called refusals. */
function falseIn(set: string): { readonly pages: number; readonly refusals: number } {
  const folder = join(dataFolder, set, 'html')
  if (isQuick || !existsSync(folder)) return { pages: 0, refusals: 0 }
  const bodies = readdirSync(folder).map((file) => {
    const bytes = readFileSync(join(folder, file))
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  })
  const refusals = bodies.filter(
    (body) => detectKind({ body: body.toString('latin1') }) !== undefined,
  )
  return { pages: bodies.length, refusals: refusals.length }
}

/** Precision and recall of each kind over all pages of this check. */
function computeFigures(kind: RefusalKind) {
  const all = [...known, ...unknown, ...inLanguages]
  const called = all.filter((page) => detectKind(page) === kind)
  const falseOnes = content.filter((body) => detectKind({ body }) === kind).length
  const right = called.filter((page) => page.kind === kind).length
  const there = all.filter((page) => page.kind === kind).length
  return { precision: right / (called.length + falseOnes), recall: right / there }
}

for (const page of [...known, ...unknown, ...inLanguages])
  if (!isExact(page))
    process.stderr.write(`${page.name}: ${detectKind(page)} instead of ${page.kind}\n`)

const shares = [known, unknown, inLanguages].map((pages) => ({
  pages: pages.length,
  found: measureShare(pages, isFound),
  exact: measureShare(pages, isExact),
  control: measureShare(pages, isByStatus),
}))
const kinds = refusalKinds.map((kind) => ({ kind, ...computeFigures(kind) }))
const sets = ['wcxb-dev', 'segments-dev', 'products-dev'].map(falseIn)
const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const isPassed =
  shares.every(({ found, exact, control }) => found >= 0.95 && exact >= 0.9 && control < 0.6) &&
  kinds.every(({ precision, recall }) => precision >= 0.95 && recall >= 0.95) &&
  falseContent === 0 &&
  sets.every(({ pages, refusals }) => refusals <= pages / 1_000)
report(
  'refusal-kinds',
  isPassed,
  `${shares
    .map(({ pages, found, exact }) => `${percent(found)} of ${pages} (kind ${percent(exact)})`)
    .join(', ')}; least of ${kinds.length} kinds: precision ${percent(
    Math.min(...kinds.map(({ precision }) => precision)),
  )}, recall ${percent(Math.min(...kinds.map(({ recall }) => recall)))}; false ${falseContent} of ${
    content.length
  } brief pages and ${sets.map(({ pages, refusals }) => `${refusals} of ${pages}`).join(', ')} others; control, status alone: ${shares
    .map(({ control }) => percent(control))
    .join(', ')}`,
)
