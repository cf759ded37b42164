import type { CurrencyOf } from './currencies.ts'
import type { DeclaredProduct } from './declared-product.ts'
import type { Price, Variant } from './product-shape.ts'
import type { StateProduct } from './state-product.ts'

/** What is known of the variant that the page shows. */
interface MainVariant {
  readonly sku: string | undefined
  readonly stock: { readonly inStock: boolean; readonly text?: string }
  readonly price:
    | {
        readonly amount: number
        readonly currency: string | undefined
        readonly formatted: string | undefined
      }
    | undefined
  /** Price before a reduction. */
  readonly original: number | undefined
  readonly images: readonly string[]
}

interface VariantSources {
  readonly main: MainVariant
  readonly sources: readonly DeclaredProduct[]
  readonly state: StateProduct | undefined
  readonly findCurrency: CurrencyOf
  readonly url: string
}

/** A variant as declared, before it is merged with what the page shows. */
interface Declared {
  readonly id?: string | undefined
  readonly sku: string | undefined
  readonly title: string | undefined
  readonly values: Readonly<Record<string, string>>
  readonly amount: number | undefined
  readonly original: number | undefined
  readonly currency: string | undefined
  readonly inStock: boolean | undefined
}

const imagesMax = 20

/** The variants of a product, the shown one first; a product without any has one. */
export function readVariants({
  main,
  sources,
  state,
  findCurrency,
  url,
}: VariantSources): Variant[] {
  const declared = declaredVariants(sources, state)
  const shown = findShown(declared, main, url)
  const first = mainVariant(main, shown)
  const currency = main.price?.currency
  const rest = declared
    .filter((variant) => variant !== shown)
    .map((variant): Variant => {
      const money = findCurrency(variant.currency) ?? currency
      return {
        ...named(variant),
        availability: { inStock: variant.inStock ?? main.stock.inStock },
        ...(variant.amount !== undefined && { price: makePrice(variant.amount, money) }),
        ...makeSale(variant, variant.amount, money),
      }
    })
  return [first, ...rest]
}

function mainVariant(main: MainVariant, shown: Declared | undefined): Variant {
  const { price, stock } = main
  const sku = main.sku ?? shown?.sku
  const original = main.original ?? shown?.original
  return {
    ...(shown && named(shown)),
    ...(sku !== undefined && { sku }),
    availability: stock,
    ...(price && {
      price: {
        ...makePrice(price.amount, price.currency),
        ...(price.formatted !== undefined && { formatted: price.formatted }),
      },
    }),
    ...makeSale({ original }, price?.amount, price?.currency),
    ...(main.images.length > 0 && {
      images: main.images.slice(0, imagesMax).map((image) => ({ url: image })),
    }),
  }
}

/** Variants that differ in more than their price. */
function declaredVariants(
  sources: readonly DeclaredProduct[],
  state: StateProduct | undefined,
): Declared[] {
  const group = sources.find(({ variants }) => variants.length > 0)
  if (group) {
    return group.variants.map(({ sku, title, values, offers: [offer] }) => ({
      sku: sku ?? offer?.sku,
      title,
      values,
      amount: offer?.price,
      original: offer?.original,
      currency: offer?.currency,
      inStock: offer?.inStock,
    }))
  }
  if (state && state.variants.length > 0) {
    return state.variants.map(({ price, ...variant }) => ({
      ...variant,
      amount: price,
      original: undefined,
      currency: state.currency,
    }))
  }
  const offers = sources.map((source) =>
    source.offers.filter(({ sku, price }) => sku !== undefined && price !== undefined),
  )
  const several = offers.find((list) => new Set(list.map(({ sku }) => sku)).size > 1) ?? []
  return several.map(({ sku, name, price, original, currency, inStock }) => ({
    sku,
    title: name,
    values: {},
    amount: price,
    original,
    currency,
    inStock,
  }))
}

/** The declared variant that the page shows: the one its address names, else the one with its SKU or its price. */
function findShown(
  declared: readonly Declared[],
  { sku, price }: MainVariant,
  url: string,
): Declared | undefined {
  const chosen = URL.parse(url)?.searchParams.get('variant')
  return (
    declared.find(({ id }) => id !== undefined && id === chosen) ??
    declared.find((variant) => variant.sku !== undefined && variant.sku === sku) ??
    declared.find(({ amount }) => amount !== undefined && amount === price?.amount) ??
    declared[0]
  )
}

function named({
  id,
  sku,
  title,
  values,
}: Declared): Pick<Variant, 'id' | 'sku' | 'title' | 'values'> {
  return {
    ...(id !== undefined && { id }),
    ...(sku !== undefined && { sku }),
    ...(title !== undefined && { title }),
    ...(Object.keys(values).length > 0 && { values }),
  }
}

const makePrice = (amount: number, currency: string | undefined): Price => ({
  amount,
  ...(currency !== undefined && { currency }),
})

function makeSale(
  { original }: Pick<Declared, 'original'>,
  amount: number | undefined,
  currency: string | undefined,
): Pick<Variant, 'sale'> {
  if (original === undefined || amount === undefined || original <= amount) return {}
  return { sale: { originalPrice: makePrice(original, currency) } }
}
