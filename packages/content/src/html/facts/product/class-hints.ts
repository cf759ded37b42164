import { isTag, type Element } from 'domhandler'

/** Hints in the class, id and test ids of an element about the price or text in it. */
export interface ClassHints {
  readonly price: boolean
  /** A former or list price. */
  readonly old: boolean
  readonly now: boolean
  /** Shipping, instalments, units: not the price of the product. */
  readonly side: boolean
  /** Other products, navigation, reviews and so on; this or an element around it. */
  readonly aside: boolean
  readonly struck: boolean
  /** `itemprop="price"`. */
  readonly declared: boolean
}

const price = /price|prix|preis|prezzo|precio|cena|preco/i
const old =
  /(?:^|[-_ ])(?:old|was|list|regular|reg|strike|strikethrough|crossed|rrp|msrp|uvp|original|before|previous|retail|compare)(?:$|[-_ ]|price)|line-through|priceWas|oldPrice|listPrice|wasPrice|regularPrice|originalPrice/i
const now =
  /sale|special|current|final|now|our|offer|deal|actual|selling|discounted|new-?price|main|primary|product-?price|buybox|price-?value|pdp/i
const side =
  /ship|deliver|postage|install|month|save|saving|discount|off\b|from-?price|unit|per-?|point|reward|credit|tax|deposit|coupon|threshold|free-|min-?order/i
const aside =
  /relat|recommend|similar|carousel|upsell|cross-?sell|also|recent|sponsor|bundle|accessor|compare|wishlist|mini-?cart|basket|cart-?(?:drawer|summary|total|flyout)|footer|\bnav|mega-?menu|breadcrumb|review|slider|recirc|suggest|often-?bought|frequently|complete-?the-?look|newsletter|promo|banner|other-?sellers|warrant|protection|financ|installment|klarna|afterpay|subscri/i

const names = [
  'class',
  'id',
  'data-testid',
  'data-test',
  'data-component',
  'data-automation-id',
  'data-hook',
]
const labelLengthMax = 400

/** Returns the hints of an element; cached. */
export function createClassHints(): (element: Element) => ClassHints {
  const known = new Map<Element, ClassHints>()
  function readSigns(element: Element): ClassHints {
    const found = known.get(element)
    if (found) return found
    const { attribs, name, parent } = element
    const label = names
      .map((key) => attribs[key] ?? '')
      .join(' ')
      .slice(0, labelLengthMax)
    const isAside = aside.test(label) && name !== 'body' && name !== 'html'
    const signs: ClassHints = {
      price: price.test(label),
      old: old.test(label),
      now: now.test(label),
      side: side.test(label),
      aside:
        isAside ||
        name === 'footer' ||
        name === 'nav' ||
        (parent !== null && isTag(parent) && readSigns(parent).aside),
      struck:
        name === 'del' ||
        name === 's' ||
        name === 'strike' ||
        /line-through/.test(attribs['style'] ?? ''),
      declared: attribs['itemprop'] === 'price',
    }
    known.set(element, signs)
    return signs
  }
  return readSigns
}

/** An element and those around it, `count` in all. */
export function listAncestors(element: Element, count: number): Element[] {
  const chain: Element[] = []
  for (let at: Element['parent'] = element; at && isTag(at) && chain.length < count; at = at.parent)
    chain.push(at)
  return chain
}
