import type { Document, Element } from 'domhandler'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { absoluteHttpUrl } from '#content/html/page-url.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import { machineAmount } from '#content/html/facts/amounts.ts'
import type { MarkedItems } from '#content/html/facts/microdata.ts'
import { wordOverlap } from '#content/html/facts/word-overlap.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { choosePrice, type ChosenPrice } from './choose-price.ts'
import { createFindCurrency, type CurrencyOf } from './currencies.ts'
import { declaredProducts, type DeclaredProduct } from './declared-product.ts'
import { makeView, type PageView } from './page-view.ts'
import { visiblePrices, type VisiblePrices } from './price-candidates.ts'
import type { Product } from './product-shape.ts'
import { isProductPage } from './is-product-page.ts'
import { brandInTitle, shownBrand } from './shown-brand.ts'
import { shownStock, type ShownStock } from './shown-stock.ts'
import { findSku } from './sku.ts'
import { stateProduct, type StateProduct } from './state-product.ts'
import { readVariants } from './variants.ts'

/** What of a page its product is read from. */
export interface ProductPage {
  readonly document: Document
  readonly noted: Pick<NotedElements, 'all' | 'about' | 'jsonLd'>
  readonly marked: MarkedItems
  readonly url: string
  readonly baseUrl: string
}

const titleShareMin = 0.3

/**
 * The product that a page describes: JSON-LD before microdata and RDFa, these before the state in its scripts, meta tags and
 * what it shows. Undefined for pages that describe none.
 */
export function findProduct(page: ProductPage): Product | undefined {
  const view = makeView(page.document)
  const meta = readMeta(page.noted.about)
  const heading = view.headings
    .map(({ element }) => oneLine(readText(element, { lengthMax: 500 })))
    .find(Boolean)
  const names = oneLine(
    [meta.get('og:title') ?? '', meta.get('title') ?? '', heading ?? ''].join(' '),
  )
  const sources = declaredSources(page, { names, heading })
  const title =
    sources.map((source) => source.title).find(Boolean) ??
    heading ??
    meta.get('og:title') ??
    meta.get('title')
  if (!title) return undefined
  const needsState = sources.every(
    ({ offers, variants }) => !offers.some(({ price }) => price) || variants.length === 0,
  )
  const state = needsState
    ? stateProduct(
        page.noted.all.filter(({ name }) => name === 'script'),
        title,
      )
    : undefined
  const prices = visiblePrices(view, title)
  const findCurrency = createFindCurrency(page.url)
  const price = choosePrice(declaredPrices({ sources, state, meta, findCurrency }), prices)
  const stock = shownStock(view, prices.headingAt)
  const isPage = isProductPage({
    isDeclared: sources.length > 0 || /product/i.test(meta.get('og:type') ?? ''),
    hasState: state?.price !== undefined,
    prices,
    pieces: view.pieces,
    isStockShown: stock.text !== undefined || stock.inStock === false,
    url: page.url,
  })
  if (!isPage) return undefined
  const found: Found = {
    page,
    view,
    meta,
    sources,
    state,
    prices,
    price,
    stock,
    title,
    findCurrency,
  }
  return assemble(found)
}

interface Found {
  readonly page: ProductPage
  readonly view: PageView
  readonly meta: ReadonlyMap<string, string>
  readonly sources: readonly DeclaredProduct[]
  readonly state: StateProduct | undefined
  readonly prices: VisiblePrices
  readonly price: ChosenPrice | undefined
  readonly stock: ShownStock
  readonly title: string
  readonly findCurrency: CurrencyOf
}

function assemble(found: Found): Product {
  const { page, view, meta, sources, state, prices, price, title } = found
  const first = <Value>(read: (source: DeclaredProduct) => Value | undefined) =>
    sources.map(read).find((value) => value !== undefined && value !== '')
  const brand =
    first((source) => source.brand) ??
    state?.brand ??
    meta.get('product:brand') ??
    meta.get('og:brand') ??
    shownBrand(view, prices.headingAt) ??
    brandInTitle(page.noted.all, title)
  const category = first((source) => source.category) ?? meta.get('product:category')
  const description =
    first((source) => source.description) ?? meta.get('og:description') ?? meta.get('description')
  const images = [
    ...new Set([
      ...(first((source) => (source.images.length > 0 ? source.images : undefined)) ?? []),
      meta.get('og:image') ?? '',
    ]),
  ].flatMap((image) => (image === '' ? [] : (absoluteHttpUrl(image, page.baseUrl) ?? [])))
  const main = {
    sku: findSku({
      pieces: view.pieces,
      declared: declaredSkus(found),
      ids: declaredIds(found),
      url: page.url,
    }),
    stock: readStock(found),
    price: price && {
      amount: price.amount,
      currency: found.findCurrency(price.currency ?? prices.ranked[0]?.sign),
      formatted: price.formatted,
    },
    original: first(
      ({ offers }) => offers.find(({ original }) => original !== undefined)?.original,
    ),
    images,
  }
  return {
    title,
    ...(brand && { brand }),
    ...(category && { category }),
    url: absoluteHttpUrl(meta.get('canonical') ?? '', page.baseUrl) ?? page.url,
    ...(description && { description }),
    variants: readVariants({
      main,
      sources,
      state,
      findCurrency: found.findCurrency,
      url: page.url,
    }),
  }
}

interface Names {
  readonly names: string
  readonly heading: string | undefined
}

/** Of each syntax the product that fits the title of the page best, if any does. */
function declaredSources(
  { noted: { jsonLd }, marked }: ProductPage,
  { names, heading }: Names,
): DeclaredProduct[] {
  const rank = ({ title = '', offers }: DeclaredProduct) =>
    wordOverlap(title, names) +
    (offers.length > 0 ? 0.5 : 0) +
    (heading !== undefined && title === heading ? 0.3 : 0)
  return [jsonLd.blocks(), marked.microdata, marked.rdfa].flatMap((roots) => {
    const [best, ...others] = declaredProducts(roots).toSorted(
      (one, other) => rank(other) - rank(one),
    )
    if (!best) return []
    const isOnly = others.length === 0 && best.offers.length > 0
    const isOwn = best.title === undefined || wordOverlap(best.title, names) >= titleShareMin
    return isOnly || isOwn ? [best] : []
  })
}

function declaredPrices({
  sources,
  state,
  meta,
  findCurrency,
}: Pick<Found, 'sources' | 'state' | 'meta' | 'findCurrency'>) {
  const offers = sources.flatMap(({ offers: own, variants }) => [
    ...own,
    ...variants.flatMap((variant) => variant.offers),
  ])
  const twitter = /price/i.test(meta.get('twitter:label1') ?? '')
    ? meta.get('twitter:data1')
    : undefined
  const metaPrice = machineAmount(
    meta.get('product:sale_price:amount') ??
      meta.get('product:price:amount') ??
      meta.get('og:price:amount') ??
      meta.get('og:price') ??
      twitter,
  )
  const metaCurrency = meta.get('product:price:currency') ?? meta.get('og:price:currency')
  return [
    ...offers.map(({ price, currency }) => ({ amount: price, currency })),
    { amount: metaPrice, currency: metaCurrency },
    { amount: state?.price, currency: state?.currency },
  ].flatMap(({ amount, currency }) =>
    amount ? [{ amount, currency: findCurrency(currency) }] : [],
  )
}

function readStock({ sources, meta, state, stock: shown, price }: Found): {
  inStock: boolean
  text?: string
} {
  const stated = sources
    .flatMap(({ offers, variants }) => [
      ...offers,
      ...variants.flatMap((variant) => variant.offers),
    ])
    .flatMap(({ inStock }) => inStock ?? [])
  const declared =
    (stated.length > 0 ? stated.includes(true) : undefined) ??
    readInStock(
      meta.get('product:availability') ?? meta.get('og:availability') ?? meta.get('availability'),
    ) ??
    state?.inStock
  const inStock = shown.isBlocked ? false : (declared ?? shown.inStock ?? price !== undefined)
  return {
    inStock,
    ...(shown.text !== undefined && shown.inStock === inStock && { text: shown.text }),
  }
}

function declaredSkus({ sources, state, meta }: Found): string[] {
  const own = sources.flatMap(({ sku, offers }) => [
    sku,
    offers.length === 1 ? offers[0]?.sku : undefined,
  ])
  const all = [
    ...own,
    state?.hasRealSku ? state.sku : undefined,
    meta.get('product:retailer_item_id'),
  ]
  return all.filter((sku) => sku !== undefined)
}

const declaredIds = ({ sources, state }: Found): string[] =>
  [...sources.map(({ productId }) => productId), state?.sku].filter((id) => id !== undefined)

/** Meta tags by name in lower case, the title and the canonical address. */
function readMeta(about: readonly Element[]): Map<string, string> {
  const meta = new Map<string, string>()
  const put = (name: string, value: string | undefined) => {
    if (name !== '' && value?.trim() && !meta.has(name))
      meta.set(name, oneLine(value.slice(0, 8_192)))
  }
  for (const element of about) {
    const { attribs } = element
    if (element.name === 'title') put('title', readText(element, { lengthMax: 1_000 }))
    if (element.name === 'link' && attribs['rel'] === 'canonical') put('canonical', attribs['href'])
    if (element.name === 'meta')
      put((attribs['property'] ?? attribs['name'] ?? '').toLowerCase(), attribs['content'])
  }
  return meta
}
