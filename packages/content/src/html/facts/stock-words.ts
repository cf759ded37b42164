/** Whether a stated availability means that the thing can be bought; undefined for other texts. */
export function readInStock(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || value.length > 200) return undefined
  const text = value.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  if (outOfStock.some((word) => text.includes(word))) return false
  return inStock.some((word) => text.includes(word)) ? true : undefined
}

const outOfStock =
  'outofstock soldout discontinued unavailable notavailable outstock oos ausverkauft nichtverfügbar nichtlieferbar épuisé indisponible rupture agotado nodisponible esaurito nondisponibile uitverkocht esgotado niedostępny slutsåld'.split(
    ' ',
  )
const inStock =
  'instock instoreonly onlineonly limitedavailability preorder presale backorder available verfügbar lieferbar auflager enstock disponible disponibile oplager opvoorraad dostępny'.split(
    ' ',
  )
