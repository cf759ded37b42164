import type { ViewPiece } from './page-view.ts'
import type { VisiblePrices } from './price-candidates.ts'
import { labelledSkus } from './sku.ts'

interface ShopSigns {
  readonly isDeclared: boolean
  readonly hasState: boolean
  readonly prices: VisiblePrices
  readonly pieces: readonly ViewPiece[]
  /** What the page says of the stock of a thing. */
  readonly isStockShown: boolean
  readonly url: string
}

const signsMin = 2
const strongPrice = 5
const skuRankMin = 4
const productPath =
  /\/(?:dp|gp\/product|ip|itm|p|pd|product|products|prod|produkt|produit|producto|prodotto|item|artikel|shop)\/[^/]|[/.-]p-?\d{4,14}(?:[./]|$)/i

const listPath =
  /\/(?:collections?|categor(?:y|ies)|c|search|kategorie|categorie|shop)\/[^/]{1,200}\/?$/i
/** A page with more buy buttons lists products. */
const buttonsMax = 5

/** Whether a page is about one product: it declares one, or has two of the signs that shops have. */
export function isProductPage({
  isDeclared,
  hasState,
  prices,
  pieces,
  isStockShown,
  url,
}: ShopSigns): boolean {
  if (isDeclared) return true
  const path = URL.parse(url)?.pathname.slice(0, 1_000) ?? ''
  const isProductPath = productPath.test(path)
  if (!isProductPath && (prices.buyAt.length >= buttonsMax || listPath.test(path))) return false
  const signs = [
    (prices.ranked[0]?.score ?? 0) >= strongPrice,
    prices.buyAt.length > 0,
    hasState,
    isStockShown,
    isProductPath,
    labelledSkus(pieces).some(({ rank }) => rank >= skuRankMin),
  ]
  return signs.filter(Boolean).length >= signsMin
}
