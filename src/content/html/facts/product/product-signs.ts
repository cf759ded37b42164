import type { Piece } from './page-view.ts'
import type { VisiblePrices } from './price-candidates.ts'
import { labelledSkus } from './sku.ts'

interface ShopSigns {
  readonly isDeclared: boolean
  readonly hasState: boolean
  readonly prices: VisiblePrices
  readonly pieces: readonly Piece[]
  /** What the page says of the stock of a thing. */
  readonly isStockShown: boolean
  readonly url: string
}

const signsMin = 2
const strongPrice = 5
const skuRankMin = 4
const productPath =
  /\/(?:dp|gp\/product|ip|itm|p|pd|product|products|prod|produkt|produit|producto|prodotto|item|artikel|shop)\/[^/]|[/.-]p-?\d{4,14}(?:[./]|$)/i

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
  const signs = [
    (prices.ranked[0]?.score ?? 0) >= strongPrice,
    prices.buyAt.length > 0,
    hasState,
    isStockShown,
    productPath.test(URL.parse(url)?.pathname.slice(0, 1_000) ?? ''),
    labelledSkus(pieces).some(({ rank }) => rank >= skuRankMin),
  ]
  return signs.filter(Boolean).length >= signsMin
}
