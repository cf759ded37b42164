import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const productIn = (html: string, url = 'https://shop.example/product/lamp') =>
  readPage(contentRequest(html, { url, formats: [{ type: 'product' }] }))

const shop = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Trail Lamp 300 | Lamps</title>${head}</head><body>${body}</body></html>`

test('a product is read from JSON-LD', () => {
  const { product } = productIn(
    shop(
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Trail Lamp 300","sku":"TL-300",
      "brand":{"name":"Lumo"},"category":"Lamps","image":"/lamp.jpg","description":"Bright.","offers":{"@type":"Offer","price":"49.90",
      "priceCurrency":"EUR","availability":"https://schema.org/OutOfStock"}}</script><link rel="canonical" href="/product/lamp">`,
      '<h1>Trail Lamp 300</h1><p class="price">49,90 €</p>',
    ),
  )
  assert.deepEqual(product, {
    title: 'Trail Lamp 300',
    brand: 'Lumo',
    category: 'Lamps',
    url: 'https://shop.example/product/lamp',
    description: 'Bright.',
    variants: [
      {
        sku: 'TL-300',
        availability: { inStock: false },
        price: { amount: 49.9, currency: 'EUR', formatted: '49,90 €' },
        images: [{ url: 'https://shop.example/lamp.jpg' }],
      },
    ],
  })
})

test('microdata, properties outside of the product and RDFa say the same', () => {
  const micro = `<div itemscope itemtype="https://schema.org/Product" itemref="more"><h1 itemprop="name">Trail Lamp 300</h1>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="49.90">49,90</span>
    <meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock"></div></div>
    <p id="more">Number <b itemprop="sku">TL-300</b></p>`
  const rdfa = `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Trail Lamp 300</h1><b property="sku">TL-300</b>
    <div property="offers" typeof="Offer"><span property="price" content="49.90">49,90</span><span property="priceCurrency" content="EUR">€</span>
    <link property="availability" href="https://schema.org/InStock"></div></div>`
  const [one, other] = [micro, rdfa].map((body) => productIn(shop('', body)).product?.variants[0])
  for (const variant of [one, other]) {
    assert.equal(variant?.sku, 'TL-300')
    assert.equal(variant.price?.amount, 49.9)
    assert.equal(variant.price.currency, 'EUR')
    assert.equal(variant.availability.inStock, true)
  }
})

test('a page that declares nothing shows its price, stock and number', () => {
  const { product } = productIn(
    shop(
      '',
      `<main><h1>Trail Lamp 300</h1><p>Item No.: 4711-B</p><p class="old-price"><del>$59.00</del></p><p class="price">$49.90</p>
      <p class="shipping">Shipping $4.95</p><button>Add to cart</button></main>
      <aside class="related"><h2>Related</h2><p class="price">$9.90</p></aside>`,
    ),
  )
  assert.deepEqual(product?.variants, [
    {
      sku: '4711-B',
      availability: { inStock: true },
      price: { amount: 49.9, currency: 'USD', formatted: '$49.90' },
    },
  ])
})

test('a buy button that cannot be pressed means out of stock', () => {
  const body = `<h1>Trail Lamp 300</h1><p class="price">$49.90</p><button disabled>Add to cart</button>`
  assert.equal(productIn(shop('', body)).product?.variants[0]?.availability.inStock, false)
})

test('the country of the host tells which dollar is meant', () => {
  const body = `<h1>Trail Lamp 300</h1><p class="price">$49.90</p><button>Add to cart</button>`
  const { product } = productIn(shop('', body), 'https://shop.example.ca/product/lamp')
  assert.equal(product?.variants[0]?.price?.currency, 'CAD')
})

const variant = (size: string, price: number, stock: string) =>
  `{"@type":"Product","sku":"TL-${size}","name":"Trail Lamp ${size}","size":"${size}","offers":{"@type":"Offer","price":${price},"priceCurrency":"EUR","availability":"https://schema.org/${stock}"}}`

test('variants are read from product groups, the one that the page shows first', () => {
  const { product } = productIn(
    shop(
      `<script type="application/ld+json">{"@type":"ProductGroup","name":"Trail Lamp","hasVariant":[${variant('S', 40, 'InStock')},${variant('L', 60, 'OutOfStock')}]}</script>`,
      '<h1>Trail Lamp</h1><p class="price">60,00 €</p>',
    ),
  )
  assert.deepEqual(
    product?.variants.map(({ sku, values, price }) => [sku, values, price?.amount]),
    [
      ['TL-L', { size: 'L' }, 60],
      ['TL-S', { size: 'S' }, 40],
    ],
  )
})

test('variants are read from the state of a shop, where prices are counted in cents', () => {
  const { product } = productIn(
    shop(
      '',
      `<h1>Trail Lamp 300</h1><p class="price">€49.90</p><button>Add to cart</button>
      <script>window.meta = {"product":{"title":"Trail Lamp 300","vendor":"Lumo","options":["Size"],"variants":[
      {"id":1,"option1":"S","sku":"TL-S","price":4990,"available":true},{"id":2,"option1":"L","sku":"TL-L","price":5990,"available":false}]}};</script>`,
    ),
    'https://shop.example/products/trail-lamp-300?variant=1',
  )
  assert.equal(product?.brand, 'Lumo')
  assert.deepEqual(
    product.variants.map(({ id, values, price, availability }) => [
      id,
      values,
      price?.amount,
      availability.inStock,
    ]),
    [
      ['1', { Size: 'S' }, 49.9, true],
      ['2', { Size: 'L' }, 59.9, false],
    ],
  )
})

test('pages that describe no product get a warning', () => {
  const html = shop(
    '',
    '<article><h1>How lamps work</h1><p>A lamp costs $20 on average, says our author.</p></article>',
  )
  const { product, warnings } = productIn(html, 'https://blog.example/how-lamps-work')
  assert.equal(product, undefined)
  assert.match(warnings.join(' '), /^No product found/)
})

for (const [label, sku] of [
  ['Artikel-Nr.: RK-20458', 'RK-20458'],
  ['Produkta kods 545642356', '545642356'],
  ['Tootekood: 763127', '763127'],
  ['Numéro de l\u2019objet eBay : 293565036718', '293565036718'],
  ['Cod. articolo VSO-21-075', 'VSO-21-075'],
  ['Nr katalogowy: 77-120', '77-120'],
  ['Kód zboží: CZ4711', 'CZ4711'],
  ['Varenr.: 10-5523', '10-5523'],
  ['Ref.: 8812-A', '8812-A'],
  ['Referência: PT-0098', 'PT-0098'],
  ['קוד מוצר: 144432', '144432'],
] as const)
  test(`a number is the SKU behind its label: ${label}`, () => {
    const body = `<h1>Trail Lamp 300</h1><p class="price">49,90 €</p><p>${label}</p><p>EAN: 4006381333931</p><button>Add to cart</button>`
    assert.equal(productIn(shop('', body)).product?.variants[0]?.sku, sku)
  })

for (const [said, isIn] of [
  ['Derzeit nicht verfügbar.', false],
  ['Actuellement indisponible.', false],
  ['Sin existencias', false],
  ['Produto indisponível', false],
  ['Chwilowo niedostępny', false],
  ['Ikke på lager', false],
  ['Tillfälligt slut', false],
  ['Niet op voorraad', false],
  ['Není skladem', false],
  ['Non disponibile al momento', false],
  ['Skladem', true],
  ['Finns i lager', true],
  ['Sofort verfügbar', true],
  ['Em estoque', true],
] as const)
  test(`"${said}" beneath the price says ${isIn ? 'in' : 'out of'} stock`, () => {
    const body = `<h1>Trail Lamp 300</h1><p class="price">49,90 €</p><p>${said}</p>`
    const { product } = productIn(shop('', body))
    assert.equal(product?.variants[0]?.availability.inStock, isIn)
  })

test('what cannot be bought is out of stock, whatever can be pressed', () => {
  const body = `<h1>Trail Lamp 300</h1><p>Nie można kupić tego produktu, zapytaj w sklepie</p><p class="price">49,90 €</p><button>Add to cart</button>`
  assert.equal(productIn(shop('', body)).product?.variants[0]?.availability.inStock, false)
})

test('a button that waits for a size to be chosen says nothing of the stock', () => {
  const body = `<h1>Trail Lamp 300</h1><p class="price">49,90 €</p><p>Vælg størrelse</p><button disabled>Læg i kurv</button>`
  assert.equal(productIn(shop('', body)).product?.variants[0]?.availability.inStock, true)
})
