import type { Element } from 'domhandler'
import { machineAmount } from '#content/html/facts/amounts.ts'
import { listTexts } from '#content/html/facts/fact-list.ts'
import { wordOverlap } from '#content/html/facts/word-overlap.ts'
import { stateObjects } from '#content/html/facts/state.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { oneLine } from '#content/html/walk.ts'
import { isList, isObject, type JsonObject } from '#base/json-values.ts'

/** A product in the state that the scripts of a page carry. */
export interface StateProduct {
  readonly title: string
  readonly brand: string | undefined
  readonly price: number | undefined
  readonly currency: string | undefined
  readonly sku: string | undefined
  /** Whether the SKU is called so, rather than an id. */
  readonly hasRealSku: boolean
  readonly inStock: boolean | undefined
  readonly variants: readonly StateVariant[]
}

export interface StateVariant {
  readonly id: string | undefined
  readonly sku: string | undefined
  readonly title: string | undefined
  readonly values: Readonly<Record<string, string>>
  readonly price: number | undefined
  readonly inStock: boolean | undefined
}

const titleKeys = ['name', 'title', 'productName', 'product_name', 'displayName']
const priceKeys =
  'salePrice sale_price specialPrice finalPrice final_price currentPrice current_price price unitPrice unit_price product_price sellingPrice priceAmount'.split(
    ' ',
  )
const priceMembers = 'current value amount sale final price currentPrice selling'.split(' ')
const realSkuKeys = ['sku', 'SKU', 'productSku']
const skuKeys = [
  ...realSkuKeys,
  ...'product_sku item_id skuId partNumber productCode product_id productId itemId'.split(' '),
]
const fitMin = 0.6
const variantsMax = 500

/** The product of the page among the objects of its scripts: the one whose title fits best. */
export function stateProduct(scripts: readonly Element[], title: string): StateProduct | undefined {
  let best: { readonly product: StateProduct; readonly score: number } | undefined
  for (const object of stateObjects(scripts, /price|sku/i)) {
    const name = pick(object, titleKeys)
    if (typeof name !== 'string') continue
    const fit = wordOverlap(name, title)
    if (fit < fitMin) continue
    const product = readProduct(object, name)
    if (!product) continue
    const score =
      fit * 4 +
      (product.price === undefined ? 0 : 2) +
      (product.hasRealSku ? 1 : 0) +
      (product.variants.length > 0 ? 0.5 : 0)
    if (score > (best?.score ?? 0)) best = { product, score }
  }
  return best?.product
}

function readProduct(object: JsonObject, name: string): StateProduct | undefined {
  const { price: nested, brand, vendor, item_brand: itemBrand } = object
  const raw = pick(object, priceKeys) ?? (isObject(nested) ? pick(nested, priceMembers) : undefined)
  const sku = pick(object, skuKeys)
  const variants = readVariants(object)
  if (raw === undefined && sku === undefined && variants.length === 0) return undefined
  return {
    title: oneLine(name),
    brand: listTexts(brand ?? vendor ?? itemBrand)[0],
    // The prices of a shop that counts cents are read from its variants.
    price: variants[0]?.price ?? machineAmount(raw),
    currency: listTexts(object['currency'] ?? object['currencyCode'] ?? object['priceCurrency'])[0],
    sku: sku === undefined ? undefined : String(sku),
    hasRealSku: pick(object, realSkuKeys) !== undefined,
    inStock: findStock(object),
    variants,
  }
}

/** The variants of a product as Shopify and WooCommerce write them. */
function readVariants({ variants, options }: JsonObject): StateVariant[] {
  if (!isList(variants)) return []
  const list = variants.filter(isObject)
  const names = optionNames(options)
  const prices = list.map((variant) => variant['price'])
  // Shopify's own JSON counts in cents.
  const isCents =
    prices.length > 0 &&
    prices.every((price) => typeof price === 'number' && Number.isInteger(price) && price >= 100)
  return list.slice(0, variantsMax).map((variant) => {
    const amount = machineAmount(variant['price'])
    return {
      id: scalar(variant['id']),
      sku: scalar(variant['sku']),
      title: scalar(variant['title'] ?? variant['name']),
      values: readValues(variant, names),
      price: amount === undefined || !isCents ? amount : amount / 100,
      inStock: findStock(variant),
    }
  })
}

function optionNames(options: unknown): string[] {
  if (!isList(options)) return []
  return options.map((option) => listTexts(option)[0] ?? '').slice(0, optionsMax)
}

const optionsMax = 5

function readValues(variant: JsonObject, names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (let at = 0; at < optionsMax; at += 1) {
    const value = scalar(variant[`option${at + 1}`])
    if (value !== undefined) values[names[at] || `option${at + 1}`] = value
  }
  return values
}

function findStock(object: JsonObject): boolean | undefined {
  const { inStock, in_stock: snake, available, is_in_stock: isInStock } = object
  for (const flag of [inStock, snake, available, isInStock])
    if (typeof flag === 'boolean') return flag
  const { availability, stockStatus, availabilityStatus, stock_status: status } = object
  return readInStock(listTexts(availability ?? stockStatus ?? availabilityStatus ?? status)[0])
}

function pick(object: JsonObject, keys: readonly string[]): string | number | undefined {
  for (const key of keys) {
    const value = object[key]
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== ''))
      return value
  }
  return undefined
}

const scalar = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? String(value)
    : undefined
