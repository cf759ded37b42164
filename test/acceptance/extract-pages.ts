/**
 * Twenty product and article pages, each extracted with its own values in the schema: without a language model by structured data and
 * labels, and with a scripted one that adds a value that is on no page. Every value of the answers is on its page. Control: the values
 * that the model has added and that were left out.
 * node test/acceptance/extract-pages.ts
 */
import { report } from '#test/fixtures/acceptance.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { startService } from '#test/service.ts'

interface Page {
  readonly html: string
  readonly schema: object
  readonly wanted: Readonly<Record<string, unknown>>
}

const sentence = 'It is described here in a whole sentence, so that the page has a text of its own.'
const ownText = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}<p>${sentence}</p></main></body></html>`

const text = { type: 'string' }
const productSchema = {
  type: 'object',
  properties: { name: text, price: { type: 'number' }, sku: text },
  required: ['name'],
}
const articleSchema = {
  type: 'object',
  properties: { headline: text, author: text, datePublished: text },
  required: ['headline'],
}

function product(at: number): Page {
  const wanted = { name: `Kettle ${at}`, price: 10 + at + 0.5, sku: `KT-${1_000 + at}` }
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: wanted.name,
    sku: wanted.sku,
    offers: { '@type': 'Offer', price: String(wanted.price), priceCurrency: 'EUR' },
  }
  const declared = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const shown = `<dl><dt>SKU</dt><dd>${wanted.sku}</dd><dt>Price</dt><dd>€${wanted.price.toFixed(2)}</dd></dl>`
  const html =
    at % 2 === 0
      ? ownText(wanted.name, `<p>€${wanted.price.toFixed(2)} ${wanted.sku}</p>`, declared)
      : ownText(wanted.name, shown, declared)
  return { html, schema: productSchema, wanted }
}

function article(at: number): Page {
  const wanted = {
    headline: `Mills of the river, part ${at}`,
    author: `Ada Weir ${'ABCDEFGHIJ'[at]}`,
    datePublished: `2026-0${1 + (at % 9)}-1${at % 10}`,
  }
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: wanted.headline,
    author: { '@type': 'Person', name: wanted.author },
    datePublished: wanted.datePublished,
  }
  const declared = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const shown = `<p>By ${wanted.author}, ${wanted.datePublished}</p>${`<p>${sentence}</p>`.repeat(3)}`
  return { html: ownText(wanted.headline, shown, declared), schema: articleSchema, wanted }
}

const pages = [
  ...Array.from({ length: 10 }, (_, at) => product(at)),
  ...Array.from({ length: 10 }, (_, at) => article(at)),
]
const invented = 'Value of no page'

await using started = await startModelService(
  ({ texts }) => {
    const all = texts.map((message) => message.text).join('\n')
    const page = pages.find(({ wanted }) => all.includes(String(Object.values(wanted)[0])))
    return {
      text: JSON.stringify({
        ...page?.wanted,
        ...(page && { [Object.keys(page.wanted)[2] ?? '']: invented }),
      }),
    }
  },
  Object.fromEntries(pages.map(({ html }, at) => [`/${at}`, html])),
  { WEIR_LLM_CONTEXT: '16384' },
)
await using plain = await startService()

async function extract(service: Pick<typeof plain, 'ask'>, at: number, schema: object) {
  const body = { urls: [`${started.site.url}/${at}`], schema }
  const { body: begun } = await service.ask('POST', '/v2/extract', { body })
  return (await finishedJob(service, `/v2/extract/${begun.id}`)).data as Record<string, unknown>
}

let [right, asked, keptInvented, removed] = [0, 0, 0, 0]
for (const [at, { schema, wanted }] of pages.entries()) {
  const data = await extract(plain, at, schema)
  for (const [name, value] of Object.entries(wanted)) {
    asked += 1
    if (data[name] === value) right += 1
  }
  const byModel = await extract(started.service, at, schema)
  const [first, second, third] = Object.keys(wanted)
  if (
    byModel[first ?? ''] === wanted[first ?? ''] &&
    byModel[second ?? ''] === wanted[second ?? '']
  )
    right += 2
  asked += 2
  if (JSON.stringify(byModel).includes(invented)) keptInvented += 1
  else if (byModel[third ?? ''] !== invented) removed += 1
}

report(
  'extract-pages',
  right >= asked * 0.95 && keptInvented === 0 && removed === pages.length,
  `${right} of ${asked} values of ${pages.length} pages, with and without a model; ${keptInvented} invented values kept; control: ${removed} invented values left out`,
)
