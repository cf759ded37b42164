import { machineAmount } from '#content/html/facts/amounts.ts'
import { firstText, joinTypes } from '#content/html/facts/fact-list.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { isList, isObject, type JsonObject } from '#base/json-values.ts'

/** An offer as a page declares it. */
export interface DeclaredOffer {
  readonly price: number | undefined
  readonly original: number | undefined
  readonly currency: string | undefined
  readonly inStock: boolean | undefined
  readonly sku: string | undefined
  readonly url: string | undefined
  readonly name: string | undefined
}

/** A product as a page declares it. */
export interface DeclaredProduct {
  readonly title: string | undefined
  readonly brand: string | undefined
  readonly sku: string | undefined
  readonly productId: string | undefined
  readonly category: string | undefined
  readonly description: string | undefined
  readonly images: readonly string[]
  readonly offers: readonly DeclaredOffer[]
  readonly variants: readonly (DeclaredProduct & {
    readonly values: Readonly<Record<string, string>>
  })[]
}

const productType =
  /(?:^|\s|[/:#])(?:Product|ProductGroup|IndividualProduct|ProductModel|SomeProducts|Vehicle|Car|Book)(?:$|\s)/
/** Properties that hold other products. */
const others = new Set(
  'isRelatedTo isSimilarTo isAccessoryOrSparePartFor itemListElement review reviews recommendations hasVariant isVariantOf'.split(
    ' ',
  ),
)
const objectsMax = 20_000
const variantsMax = 500
const offersMax = 500

/** The products among declared objects and in them; those that are only related are left out. */
export function declaredProducts(roots: readonly unknown[]): DeclaredProduct[] {
  const found: JsonObject[] = []
  const seen = new Set<unknown>()
  const queue: unknown[] = [...roots]
  for (const value of queue) {
    if (typeof value !== 'object' || value === null || seen.has(value) || seen.size > objectsMax)
      continue
    seen.add(value)
    if (isList(value)) {
      queue.push(...value.slice(0, objectsMax))
      continue
    }
    const object = value as JsonObject
    if (productType.test(joinTypes(object))) found.push(object)
    for (const [name, inner] of Object.entries(object))
      if (typeof inner === 'object' && inner !== null && !others.has(name)) queue.push(inner)
  }
  return found
    .map((object) => readProduct(object))
    .filter(
      ({ title, offers, sku, variants }) =>
        title ?? sku ?? (offers.length > 0 || variants.length > 0),
    )
}

const optionNames = ['color', 'colour', 'size', 'material', 'pattern', 'style', 'flavor'] as const

function readProduct(object: JsonObject, depth = 0): DeclaredProduct {
  const variants = depth > 0 ? [] : toList(object['hasVariant']).slice(0, variantsMax)
  return {
    title: firstText(object['name']),
    brand: firstText(object['brand']) ?? firstText(object['manufacturer']),
    sku: firstText(object['sku']),
    productId: firstText(object['productID']),
    category: firstText(object['category']),
    description: firstText(object['description']),
    images: listImages(object['image']),
    offers: readOffers(object['offers']),
    variants: variants.map((variant) => ({
      ...readProduct(variant, depth + 1),
      values: readOptions(variant),
    })),
  }
}

function readOptions(object: JsonObject): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of optionNames) {
    const value = firstText(object[name])
    if (value !== undefined) values[name] = value
  }
  for (const property of toList(object['additionalProperty'])) {
    const [name, value] = [firstText(property['name']), firstText(property['value'])]
    if (name !== undefined && value !== undefined && name !== '__proto__') values[name] ??= value
  }
  return values
}

const imagesMax = 20

function listImages(value: unknown): string[] {
  return [value]
    .flat(2)
    .flatMap((image) => {
      if (typeof image === 'string') return [image]
      const { contentUrl, url } = (image ?? {}) as JsonObject
      const address = contentUrl ?? url
      return typeof address === 'string' ? [address] : []
    })
    .slice(0, imagesMax)
}

/** The offers of a product, those in an `AggregateOffer` too. */
function readOffers(value: unknown, depth = 0): DeclaredOffer[] {
  return toList(value)
    .slice(0, offersMax)
    .flatMap((offer) => {
      const prices = toList(offer['priceSpecification'])
      const struck = prices.find((one) =>
        /ListPrice|StrikethroughPrice|SRP|MSRP/.test(String(one['priceType'])),
      )
      const plain = prices.find((one) => one !== struck)
      const own: DeclaredOffer = {
        price:
          machineAmount(firstText(offer['price'])) ??
          machineAmount(firstText(plain?.['price'])) ??
          machineAmount(firstText(offer['lowPrice'])),
        original: machineAmount(firstText(struck?.['price'])),
        currency: firstText(offer['priceCurrency']) ?? firstText(plain?.['priceCurrency']),
        inStock: readInStock(firstText(offer['availability'])),
        sku: firstText(offer['sku']),
        url: firstText(offer['url']),
        name: firstText(offer['name']),
      }
      return [own, ...(depth < 2 ? readOffers(offer['offers'], depth + 1) : [])]
    })
}

const toList = (value: unknown): JsonObject[] => [value].flat().filter(isObject)
