/** The format `product` finds price, SKU, brand and stock of labelled shop pages. Controls: JSON-LD only, always in stock. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measureProducts } from '#benchmarks/facts/measure.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { dataFolder } from '#test/fixtures/vectors.ts'

const least: Readonly<Record<string, number>> = {
  price: 0.9,
  sku: 0.93,
  brand: 0.82,
  OutOfStock: 0.75,
}
const folder = join(dataFolder, 'products-dev')
if (!existsSync(folder)) {
  process.stdout.write(
    'product-facts: skipped: the data folder is missing; point WEIR_DATA_FOLDER at it\n',
  )
  process.exit(0)
}

const { f1, pages } = measureProducts(folder)
const of = (name: string) => f1.get(name) ?? 0
const controls = { price: of('price, JSON-LD only'), stock: of('OutOfStock, always in stock') }
report(
  'product-facts',
  Object.entries(least).every(([name, min]) => of(name) >= min) &&
    controls.price < 0.8 &&
    controls.stock === 0,
  `F1 ${Object.keys(least)
    .map((name) => `${name} ${of(name).toFixed(3)}`)
    .join(
      ', ',
    )} on ${pages} pages; control: price from JSON-LD only ${controls.price.toFixed(3)}, OutOfStock when always in stock ${controls.stock.toFixed(3)} (availability ${of('availability, always in stock').toFixed(3)})`,
)
