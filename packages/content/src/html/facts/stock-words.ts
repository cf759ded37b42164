/** Whether a stated availability means that the thing can be bought; undefined for other texts. */
export function readInStock(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || value.length > 200) return undefined
  const text = value.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  if (outOfStock.some((word) => text.includes(word))) return false
  return inStock.some((word) => text.includes(word)) ? true : undefined
}

const outOfStock =
  'outofstock soldout discontinued unavailable notavailable outstock oos nolongeravailable ausverkauft vergriffen nichtverfügbar nichtmehrverfügbar nichtlieferbar nichtmehrlieferbar nichtauflager nichtvorrätig épuisé indisponible rupture horsstock plusdisponible nondisponible pasdisponible pasenstock agotado sinstock sinexistencias nodisponible esaurito nondisponibile uitverkocht nietopvoorraad nietbeschikbaar nietleverbaar esgotado indisponível semestoque nãodisponível niedostępn brakwmagazynie wyprzedan slutsåld slutilager ejilager inteilager tillfälligtslut udsolgt utsolgt ikkepålager vyprodán nenískladem nedostupn rozprodán нетвналичии'.split(
    ' ',
  )
const inStock =
  'instock instoreonly onlineonly limitedavailability preorder presale backorder available verfügbar lieferbar auflager vorrätig enstock emstock disponible disponibile oplager opvoorraad beschikbaar leverbaar emestoque disponível dostępn wmagazynie nastanie ilager pålager skladem naskladě вналичии'.split(
    ' ',
  )
