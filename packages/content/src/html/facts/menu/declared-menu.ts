import { machineAmount } from '#content/html/facts/amounts.ts'
import { firstText, joinTypes, listTexts } from '#content/html/facts/fact-list.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { caloriesIn, dietsIn } from './diets.ts'
import type { FoundItem, FoundSection, Merchant } from './menu-shape.ts'

const menuType = /(?:^|[\s/:#])Menu$/
const merchantType =
  /(?:^|[\s/:#])(Restaurant|FastFoodRestaurant|FoodEstablishment|CafeOrCoffeeShop|BarOrPub|Bakery|IceCreamShop|Brewery|Winery|Distillery|LocalBusiness|Hotel)$/
const objectsMax = 20_000
const sectionsMax = 200
const itemsMax = 1_000
const depthMax = 4

/** Every object in declared values, outer before inner. */
function objectsIn(roots: readonly unknown[]): JsonObject[] {
  const found: JsonObject[] = []
  const seen = new Set<unknown>()
  const queue: unknown[] = [...roots]
  for (const value of queue) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    if (seen.size > objectsMax) break
    seen.add(value)
    if (isObject(value)) found.push(value)
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && inner !== null) queue.push(inner)
  }
  return found
}

/** The sections of the menus that a page declares (schema.org `Menu`). */
export function declaredMenu(roots: readonly unknown[]): FoundSection[] {
  const menus = objectsIn(roots).filter((object) => menuType.test(joinTypes(object)))
  const sections = menus.flatMap((menu) => listSections(menu, 0))
  return sections.filter(({ items }) => items.length > 0).slice(0, sectionsMax)
}

function listSections(object: JsonObject, depth: number): FoundSection[] {
  if (depth > depthMax) return []
  const items = toList(object['hasMenuItem'] ?? object['menuItem']).slice(0, itemsMax)
  const own: FoundSection = {
    name: firstText(object['name']) ?? 'Menu',
    description: firstText(object['description']),
    items: items.flatMap((item) => findItem(item) ?? []),
  }
  const inner = toList(object['hasMenuSection'] ?? object['menuSection'])
  return [own, ...inner.flatMap((section) => listSections(section, depth + 1))]
}

function findItem(item: JsonObject): FoundItem | undefined {
  const name = firstText(item['name'])
  if (name === undefined) return undefined
  const [offer = {}] = toList(item['offers'])
  const description = firstText(item['description'])
  const nutrition = toList(item['nutrition'])[0]
  const words = [name, description, ...listTexts(item['suitableForDiet'])].join(' ')
  return {
    name,
    description,
    amount: machineAmount(firstText(offer['price']) ?? firstText(offer['lowPrice'])),
    currency: firstText(offer['priceCurrency']),
    formatted: undefined,
    images: listTexts(item['image']),
    diets: dietsIn(words),
    calories: caloriesIn(`${firstText(nutrition?.['calories']) ?? ''} ${description ?? ''}`),
    inStock: readInStock(firstText(offer['availability'])),
    options: toList(item['menuAddOn'])
      .flatMap((group) => listSections(group, depthMax))
      .filter(({ items }) => items.length > 0)
      .map(({ name: group, items }) => ({
        name: group,
        options: items.map((option) => ({ name: option.name, amount: option.amount })),
      })),
    merchantId: firstText(item['sku']) ?? firstText(item['identifier']),
    url: firstText(item['url']),
  }
}

/** Who offers the menu. */
export function declaredMerchant(roots: readonly unknown[]): Merchant | undefined {
  for (const object of objectsIn(roots)) {
    const [, type] = merchantType.exec(joinTypes(object)) ?? []
    const name = firstText(object['name'])
    if (type === undefined || name === undefined) continue
    const [address] = toList(object['address'])
    const parts = [
      'streetAddress',
      'postalCode',
      'addressLocality',
      'addressRegion',
      'addressCountry',
    ]
    const location =
      address === undefined
        ? firstText(object['address'])
        : parts.flatMap((part) => firstText(address[part]) ?? []).join(', ')
    return { name, type, ...(location !== undefined && location !== '' && { location }) }
  }
  return undefined
}

const toList = (value: unknown): JsonObject[] => [value].flat().filter(isObject)
