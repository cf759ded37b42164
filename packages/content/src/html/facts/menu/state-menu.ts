import type { Element } from 'domhandler'
import { machineAmount } from '#content/html/facts/amounts.ts'
import { listTexts } from '#content/html/facts/fact-list.ts'
import { stateObjects } from '#content/html/facts/state.ts'
import { isList, isObject, type JsonObject } from '#base/json-values.ts'
import { caloriesIn, dietsIn } from './diets.ts'
import type { FoundItem, FoundSection } from './menu-shape.ts'

const nameKeys = ['name', 'title', 'itemName', 'displayName']
const listKeys = ['items', 'menuItems', 'menu_items', 'products', 'dishes', 'itemCards', 'entries']
const priceKeys = ['price', 'basePrice', 'priceAmount', 'unitPrice', 'displayPrice', 'amount']
const sectionsMin = 2
const itemsMin = 4
const itemsMax = 1_000

/** The menu of an ordering platform in the state of its page: lists of sections that hold lists of priced items. */
export function stateMenu(
  scripts: readonly Element[],
  isShown: (amount: number) => boolean,
): FoundSection[] {
  let best: FoundSection[] = []
  let most = 0
  for (const object of stateObjects(scripts, /menu|section|categor/i)) {
    for (const value of Object.values(object)) {
      const sections = isList(value) ? sectionsIn(value) : []
      const count = sections.reduce((sum, { items }) => sum + items.length, 0)
      if (sections.length < sectionsMin || count < itemsMin || count <= most) continue
      ;[best, most] = [sections, count]
    }
  }
  return inUnits(best, isShown)
}

function sectionsIn(values: readonly unknown[]): FoundSection[] {
  return values.flatMap((value) => {
    if (!isObject(value)) return []
    const name = first(value, nameKeys)
    const items = listKeys.map((key) => value[key]).find(isList)
    const found = (items ?? [])
      .slice(0, itemsMax)
      .flatMap((item) => (isObject(item) ? (findItem(item) ?? []) : []))
    const description = listTexts(value['description'])[0]
    return name !== undefined && found.length > 0 ? [{ name, description, items: found }] : []
  })
}

function findItem(item: JsonObject): FoundItem | undefined {
  const name = first(item, nameKeys)
  const price = priceKeys
    .map((key) => item[key])
    .find((value) => value !== undefined && value !== null)
  const amount = machineAmount(isObject(price) ? (price['amount'] ?? price['value']) : price)
  if (name === undefined || amount === undefined) return undefined
  const description = listTexts(item['description'])[0]
  return {
    name,
    description,
    amount,
    currency: listTexts(isObject(price) ? price['currency'] : item['currency'])[0],
    formatted: undefined,
    images: listTexts(item['image'] ?? item['imageUrl']).slice(0, 1),
    diets: dietsIn(`${name} ${description ?? ''}`),
    calories: caloriesIn(description ?? ''),
    inStock: typeof item['available'] === 'boolean' ? item['available'] : undefined,
    options: [],
    merchantId: listTexts(item['id'] ?? item['uuid'])[0],
    url: undefined,
  }
}

/** Platforms that count in cents show a hundredth of what their state says. */
function inUnits(sections: FoundSection[], isShown: (amount: number) => boolean): FoundSection[] {
  const amounts = sections.flatMap(({ items }) => items.map(({ amount }) => amount ?? 0))
  const isCents =
    amounts.every((amount) => Number.isInteger(amount)) &&
    amounts.some((amount) => amount >= 100 && isShown(amount / 100) && !isShown(amount))
  if (!isCents) return sections
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({
      ...item,
      amount: item.amount === undefined ? undefined : item.amount / 100,
    })),
  }))
}

const first = (object: JsonObject, keys: readonly string[]): string | undefined =>
  keys
    .map((key) => object[key])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
