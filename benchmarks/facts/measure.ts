import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

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

interface ProductFigures {
  /** F1 by attribute; names with a comma are controls. */
  readonly f1: ReadonlyMap<string, number>
  readonly pages: number
  /** Milliseconds of CPU beside the parse. */
  readonly medianMs: number
}

/** F1 of the format `product` over the pages of a folder with `truth.json` and `html/ID.html.gz`. */
export function measureProducts(folder: string): ProductFigures {
  const truths = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<
    string,
    Truth
  >
  const tallies = new Map<string, Tally>()
  const times: number[] = []
  const of = (name: string) => {
    const tally = tallies.get(name) ?? emptyTally()
    tallies.set(name, tally)
    return tally
  }
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
    const brands = truth.brand?.map((brand) => brand.toLowerCase())
    add(of('price'), prices, priceIn(product))
    add(of('price, JSON-LD only'), prices, jsonLdPrice(body, truth.url))
    add(of('sku'), truth.sku ?? [], variant?.sku)
    if (brands) add(of('brand'), brands, product?.brand?.toLowerCase())
    add(of('availability'), truth.availability, stock)
    add(of('availability, always in stock'), truth.availability, 'InStock')
    const out = truth.availability.filter((one) => one === 'OutOfStock')
    add(of('OutOfStock'), out, stock === 'OutOfStock' ? stock : undefined)
    add(of('OutOfStock, always in stock'), out, undefined)
  }
  return {
    f1: new Map([...tallies].map(([name, tally]) => [name, f1(tally)])),
    pages: times.length,
    medianMs: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0,
  }
}

/** Control: a reader of JSON-LD that sees nothing else of the page. */
function jsonLdPrice(body: Buffer, url: string): string | undefined {
  const scripts = body
    .toString()
    .match(/<script[^>]{0,200}application\/ld\+json[^>]{0,200}>[^]*?<\/script>/gi)
  const request = contentRequest((scripts ?? []).join('\n'), { url })
  return priceIn(readPage({ ...request, formats: [{ type: 'product' }] }).product)
}

function priceIn(product: ReturnType<typeof readPage>['product']): string | undefined {
  const [variant] = product?.variants ?? []
  return variant?.price && String(variant.price.amount)
}

const emptyTally = (): Tally => ({ right: 0, wrong: 0, missed: 0 })

function add(tally: Tally, wanted: readonly string[], got: string | undefined): void {
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
