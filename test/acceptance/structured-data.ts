// acceptance: quick
/**
 * JSON-LD, microdata (with `itemref`) and RDFa give the same product and facts. Control: a reader without `itemref` does not.
 */
import { readPage } from '#content/pipeline.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

interface Thing {
  readonly name: string
  readonly sku: string
  readonly brand: string
  readonly price: string
}

const count = 60
const shareMin = 0.97

const things = Array.from({ length: count }, (_, at): Thing => ({
  name: `Trail Lamp ${at}`,
  sku: `TL-${1_000 + at}`,
  brand: `Lumo ${String.fromCodePoint(65 + (at % 26))}`,
  price: `${10 + at}.${String(at % 100).padStart(2, '0')}`,
}))

const page = (head: string, body: string) =>
  `<!doctype html><title>Lamp</title>${head}<body>${body}</body>`

const syntaxes: Readonly<Record<string, (thing: Thing) => string>> = {
  'json-ld': ({ name, sku, brand, price }) =>
    page(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, sku, brand: { '@type': 'Brand', name: brand }, offers: { '@type': 'Offer', price, priceCurrency: 'EUR' } })}</script>`,
      `<h1>${name}</h1>`,
    ),
  microdata: ({ name, sku, brand, price }) =>
    page(
      '',
      `<div itemscope itemtype="https://schema.org/Product" itemref="number maker"><h1 itemprop="name">${name}</h1>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="EUR"></div></div>
      <p id="number"><b itemprop="sku">${sku}</b></p><p id="maker" itemprop="brand" itemscope itemtype="https://schema.org/Brand"><b itemprop="name">${brand}</b></p>`,
    ),
  rdfa: ({ name, sku, brand, price }) =>
    page(
      '',
      `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">${name}</h1><b property="sku">${sku}</b>
      <div property="brand" typeof="Brand"><b property="name">${brand}</b></div>
      <div property="offers" typeof="Offer"><i property="price" content="${price}"></i><i property="priceCurrency" content="EUR"></i></div></div>`,
    ),
}

/** Share of the expected facts that a page in this syntax gives, as product and as list of facts. */
function findRight(html: string, thing: Thing): number {
  const { product } = readPage(
    contentRequest(html, { url: 'https://shop.example/p', formats: [{ type: 'product' }] }),
  )
  const [variant] = product?.variants ?? []
  const { facts } = makeMaterial(html).facts
  const stated = (name: string) => facts.find((fact) => fact.name === name)?.value
  return [
    product?.title === thing.name,
    product?.brand === thing.brand,
    variant?.sku === thing.sku,
    variant?.price?.amount === Number(thing.price),
    variant?.price?.currency === 'EUR',
    stated('sku') === thing.sku,
    stated('brand') === thing.brand,
    stated('price') === thing.price,
  ].filter(Boolean).length
}

const all = count * 8
const figures = Object.entries(syntaxes).map(([name, toHtml]) => {
  const right = things.reduce((sum, thing) => sum + findRight(toHtml(thing), thing), 0)
  return { name, share: right / all }
})
const control = things.reduce(
  (sum, thing) =>
    sum + findRight(syntaxes['microdata']?.(thing).replace(/ itemref="[^"]*"/, '') ?? '', thing),
  0,
)
report(
  'structured-data',
  figures.every(({ share }) => share >= shareMin) && control / all < shareMin,
  `${figures.map(({ name, share }) => `${name} ${(100 * share).toFixed(1)} %`).join(', ')} of ${all} facts; control without itemref ${((100 * control) / all).toFixed(1)} %`,
)
