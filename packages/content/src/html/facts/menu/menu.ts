import type { Document } from 'domhandler'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { MarkedItems } from '#content/html/facts/microdata.ts'
import { createFindCurrency } from '#content/html/facts/product/currencies.ts'
import { makeView } from '#content/html/facts/product/page-view.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { absoluteHttpUrl } from '#content/html/page-url.ts'
import { declaredMenu, declaredMerchant } from './declared-menu.ts'
import type { FoundItem, FoundSection, Menu, MenuItem } from './menu-shape.ts'
import { stateMenu } from './state-menu.ts'
import { visibleMenu } from './visible-menu.ts'

/** What of a page its menu is read from. */
export interface MenuPage {
  readonly document: Document
  readonly noted: Pick<NotedElements, 'all' | 'jsonLd'>
  readonly marked: MarkedItems
  readonly metadata: ContentMetadata
  readonly url: string
  readonly baseUrl: string
}

const itemsMin = 6
const declaredConfidence = 0.95
const stateConfidence = 0.85
const shownConfidence = 0.8
const noneConfidenceMax = 0.3
const foodScoreMin = 2

/** The menu of a restaurant: declared, of an ordering platform's state, or as the page shows it under headings. */
export function readMenu(page: MenuPage): Menu {
  const { url, metadata } = page
  const roots = [...page.noted.jsonLd.blocks(), ...page.marked.microdata, ...page.marked.rdfa]
  const merchant = declaredMerchant(roots) ?? { name: chooseName(metadata, url) }
  const { sections, confidence } = findSections(page, roots)
  const currency = currencyOfMenu(sections, url)
  const isMenu = sections.length > 0
  return {
    isMenu,
    confidence: Math.round(confidence * 100) / 100,
    merchant,
    currency: currency ?? null,
    sections: sections.map((section, at) => ({
      id: `section-${at + 1}`,
      name: section.name,
      ...(section.description !== undefined && { description: section.description }),
      items: section.items.map((item, index) =>
        toItem(item, { id: `item-${at + 1}-${index + 1}`, page, currency }),
      ),
    })),
    sourceUrl: url,
  }
}

interface FoundMenu {
  readonly sections: readonly FoundSection[]
  readonly confidence: number
}

function findSections(page: MenuPage, roots: readonly unknown[]): FoundMenu {
  const declared = declaredMenu(roots)
  if (declared.length > 0) return { sections: declared, confidence: declaredConfidence }
  const { sections, agreement } = visibleMenu(makeView(page.document))
  const amounts = new Set(sections.flatMap(({ items }) => items.map(({ amount }) => amount)))
  const scripts = page.noted.all.filter(({ name }) => name === 'script')
  const state = stateMenu(scripts, (amount) => amounts.has(amount))
  const score = foodScore(page, state.length > 0 ? state : sections)
  if (state.length > 0 && score >= foodScoreMin)
    return { sections: state, confidence: stateConfidence }
  const count = sections.reduce((sum, { items }) => sum + items.length, 0)
  const isMenu = count >= itemsMin && score >= foodScoreMin
  if (isMenu) return { sections, confidence: shownConfidence * (0.5 + agreement / 2) }
  return { sections: [], confidence: Math.min(noneConfidenceMax, (score * count) / 40) }
}

const menuWords =
  /\b(?:menu|menus|speisekarte|la carte|carta|menú|food|restaurant|trattoria|pizzeria|bistro|café|cafe|diner|brunch|takeaway|lieferservice)\b|メニュー|菜单|меню/i
const foodWords =
  /\b(?:starters?|appeti[sz]ers?|entr[ée]es?|mains|main courses?|desserts?|sides|drinks?|beverages?|salads?|soups?|pizzas?|pasta|burgers?|sandwich(?:es)?|breakfast|lunch|dinner|brunch|kids menu|wines?|beers?|cocktails?|coffee|teas?|seafood|vorspeisen?|hauptgerichte?|nachspeisen?|nachtisch|getränke|beilagen|suppen?|salate?|tomatensuppe|schnitzel|nudeln|plats|boissons|antipasti|primi|secondi|dolci|bebidas|postres|entrantes|sushi|curry|noodles?|rice|chicken|fries|tacos?|steaks?|fish|cheese|bacon|beef|pork|prawns?|shrimps?|mushrooms?|tomato(?:es)?|garlic|sauce|cola|lemonade|juice|espresso|cappuccino)\b/i

/** How much of a menu speaks of food: its page, its sections, its items; 0 to 3. */
function foodScore({ url, metadata }: MenuPage, sections: readonly FoundSection[]): number {
  const about = `${URL.parse(url)?.pathname.slice(0, 500) ?? ''} ${String(metadata['title'] ?? '')}`
  const names = sections.map(({ name }) => name)
  const items = sections.flatMap((section) =>
    section.items.map(({ name, description = '' }) => `${name} ${description}`),
  )
  return [
    menuWords.test(about.replaceAll(/[-_/]/g, ' ')),
    names.filter((name) => foodWords.test(name)).length >= Math.min(2, names.length) &&
      names.length > 0,
    items.filter((item) => foodWords.test(item)).length >= items.length / 4 && items.length > 0,
  ].filter(Boolean).length
}

const chooseName = (metadata: ContentMetadata, url: string): string =>
  String(metadata['ogSiteName'] ?? metadata['title'] ?? URL.parse(url)?.hostname ?? url)

function currencyOfMenu(sections: readonly FoundSection[], url: string): string | undefined {
  const findCurrency = createFindCurrency(url)
  const counts = new Map<string, number>()
  for (const { items } of sections) {
    for (const { currency } of items) {
      const code = findCurrency(currency)
      if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]
}

interface Numbered {
  readonly id: string
  readonly page: MenuPage
  readonly currency: string | undefined
}

function toItem(item: FoundItem, { id, page, currency }: Numbered): MenuItem {
  const money = createFindCurrency(page.url)(item.currency) ?? currency
  const price = (amount: number) => ({ amount, ...(money !== undefined && { currency: money }) })
  const images = item.images.flatMap((image) => absoluteHttpUrl(image, page.baseUrl) ?? [])
  const url = item.url === undefined ? undefined : absoluteHttpUrl(item.url, page.baseUrl)
  return {
    id,
    name: item.name,
    ...(item.description !== undefined && { description: item.description }),
    images: images.map((address) => ({ url: address })),
    ...(item.amount !== undefined && {
      price: {
        ...price(item.amount),
        ...(item.formatted !== undefined && { formatted: item.formatted }),
      },
    }),
    availability: { inStock: item.inStock ?? true },
    dietary: item.diets,
    ...(item.calories !== undefined && { calories: item.calories }),
    optionGroups: item.options.map(({ name, options }) => ({
      name,
      options: options.map((option) => ({
        name: option.name,
        ...(option.amount !== undefined && { price: price(option.amount) }),
      })),
    })),
    identifiers: item.merchantId === undefined ? {} : { merchantItemId: item.merchantId },
    ...(url && { url }),
    sourceUrl: page.url,
  }
}
