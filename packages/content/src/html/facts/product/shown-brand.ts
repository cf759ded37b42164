import { isTag, isText, type Element } from 'domhandler'
import { foldName } from '#content/html/facts/meanings.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import { listAncestors } from './class-hints.ts'
import type { PageView, ViewPiece } from './page-view.ts'

const label =
  /^(?:brand(?: name)?|marke|marque|marca|merk|märke|manufacturer|make \/ manufacturer|hersteller|producent|producer|značka|výrobca|производитель|бренд|品牌|ブランド|メーカー|الماركة) ?[:：–-]? ?$/i
const inline =
  /^[\u200e\u200f]?(?:brand|marke|marque|marca|merk|manufacturer|hersteller|producent|бренд|品牌|ブランド) ?[:：–-] ?(.{2,40})$/i
/** Links to the shop of a brand. */
const store =
  /^(?:visit the (.{2,40}) store|besuchen sie den (.{2,40})-store|visiter la boutique (.{2,40})|visita (?:la tienda de|lo store di) (.{2,40})|shop all (.{2,40}))$/i
const labelLengthMax = 24
const lineLengthMax = 80
const brandLengthMax = 40
const before = 800
const behind = 800

/** The brand that a page shows: beside a label, or in an element near the heading that is named so. */
export function shownBrand(view: PageView, headingAt: number | undefined): string | undefined {
  return labelledBrand(view.pieces) ?? namedBrand(view, headingAt ?? 0)
}

/** The longest name among the brands that a shop links to which the title of the product holds. */
export function brandInTitle(elements: readonly Element[], title: string): string | undefined {
  const words = ` ${foldName(title)} `
  let best: string | undefined
  let seen = 0
  for (const { name, attribs, children } of elements) {
    if (name !== 'a' || !brandPath.test(attribs['href'] ?? '')) continue
    seen += 1
    if (seen > linksMax) break
    const [picture] = children.filter((child) => isTag(child))
    const shown = children.map((child) => (isText(child) ? child.data : '')).join('')
    const brand = brandIn(
      shown.trim() ||
        (picture?.attribs['alt'] ?? (picture ? readText(picture, { lengthMax: 80 }) : '')),
    )
    if (
      brand !== undefined &&
      brand.length > (best?.length ?? 1) &&
      words.includes(` ${foldName(brand)} `)
    )
      best = brand
  }
  return best
}

const brandPath =
  /\/(?:brands?|marken?|marques?|marcas?|merken|manufacturers?|hersteller|designers?|brendi|znacky)(?:\/|-|$)/i
const linksMax = 2_000

function labelledBrand(pieces: readonly ViewPiece[]): string | undefined {
  for (const [index, { text: raw }] of pieces.entries()) {
    if (raw.length > lineLengthMax * 2) continue
    const text = oneLine(raw)
    if (text.length < labelLengthMax && label.test(text)) {
      const value = brandIn((pieces[index + 1]?.text ?? '').replace(/^[: ]{1,3}/, ''))
      if (value !== undefined) return value
    }
    if (text.length >= lineLengthMax) continue
    const [, brand] = inline.exec(text) ?? []
    const [, ...stores] = store.exec(text) ?? []
    const named = brand ?? stores.find(Boolean)
    if (named !== undefined) return named.trim()
  }
  return undefined
}

/** An element whose class or id is named after brands, its text short. */
function namedBrand({ pieces }: PageView, headingAt: number): string | undefined {
  for (const { text, element, at } of pieces) {
    if (at < headingAt - before || at > headingAt + behind || text.length > brandLengthMax) continue
    if (listAncestors(element, 2).some(isBrandElement)) {
      const value = brandIn(text)
      if (value !== undefined) return value
    }
  }
  return undefined
}

const isBrandElement = ({ attribs, parent }: Element): boolean => {
  const named = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`
  const isNamed =
    /(?:^|[\s_-])(?:brand|manufacturer|designer|marke|marque|marca)(?:$|[\s_-]|name)|productbrand/i.test(
      named,
    )
  // A list of brands is none of the product's.
  return (
    isNamed && parent !== null && isTag(parent) && readText(parent, { lengthMax: 600 }).length < 600
  )
}

function brandIn(raw: string): string | undefined {
  const text = oneLine(raw.slice(0, brandLengthMax * 2)).replace(/^by /i, '')
  return text.length > 1 &&
    text.length <= brandLengthMax &&
    /\p{L}/u.test(text) &&
    !/[:€$£]/.test(text)
    ? text
    : undefined
}
