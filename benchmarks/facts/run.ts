/**
 * F1 of the product format over shop pages with truth: `node benchmarks/facts/run.ts FOLDER`, where FOLDER holds
 * `truth.json` and `html/ID.html.gz`. Control: "always in stock".
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#test/fixtures/content-request.ts'

interface Truth {
  readonly url: string
  readonly price?: readonly string[]
  readonly sku?: readonly string[]
  readonly brand?: readonly string[]
  readonly availability: readonly string[]
}

interface Tally {
  right: number
  wrong: number
  missed: number
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const truths = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<string, Truth>
const tallies = new Map<string, Tally>()
const times: number[] = []

for (const [id, truth] of Object.entries(truths)) {
  const body = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)))
  const request = contentRequest(body, { url: truth.url })
  const startedAt = process.threadCpuUsage().user
  const { product } = readPage({ ...request, formats: [{ type: 'product' }] })
  const betweenAt = process.threadCpuUsage().user
  readPage({ ...request, formats: [] })
  times.push((2 * betweenAt - startedAt - process.threadCpuUsage().user) / 1_000)
  const [variant] = product?.variants ?? []
  const stock = variant && (variant.availability.inStock ? 'InStock' : 'OutOfStock')
  const prices = (truth.price ?? []).map((price) => String(Number(price)))
  add('price', prices, variant?.price && String(variant.price.amount))
  add('sku', truth.sku ?? [], variant?.sku)
  if (truth.brand)
    add(
      'brand',
      truth.brand.map((brand) => brand.toLowerCase()),
      product?.brand?.toLowerCase(),
    )
  add('availability', truth.availability, stock)
  add('availability, always in stock', truth.availability, 'InStock')
  const out = truth.availability.filter((one) => one === 'OutOfStock')
  add('OutOfStock', out, stock === 'OutOfStock' ? stock : undefined)
}

for (const [name, tally] of tallies) console.log(`${name}: F1 ${f1(tally).toFixed(3)}`)
console.log(
  `median ${(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(1)} ms of CPU beside the parse`,
)

function add(name: string, wanted: readonly string[], got: string | undefined): void {
  const tally = tallies.get(name) ?? { right: 0, wrong: 0, missed: 0 }
  tallies.set(name, tally)
  const isRight = got !== undefined && wanted.includes(got)
  if (isRight) tally.right += 1
  else if (got !== undefined) tally.wrong += 1
  if (!isRight && wanted.length > 0) tally.missed += 1
}

function f1({ right, wrong, missed }: Tally): number {
  const precision = right / (right + wrong || 1)
  const recall = right / (right + missed || 1)
  return (2 * precision * recall) / (precision + recall || 1)
}
