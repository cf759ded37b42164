import { oneLine } from '#content/html/walk.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import type { ViewPiece } from './page-view.ts'

/** A number beside a label such as `Item No.`; higher ranks are surer to be the SKU. */
interface LabelledSku {
  readonly value: string
  readonly rank: number
}

/** Labels of numbers, by how surely they name the SKU. */
const surest =
  'sku|asin|store sku ?#?|ebay item number|num[eé]ro de l.objet ebay|numero oggetto ebay|ebay-artikelnummer'
const ofProduct =
  'item ?(?:no\\.?|number|code|id|#)|art(?:icle|ikel)?[ .-]{0,2}(?:no\\.?|nr\\.?|number|nummer|code|id|#)|art\\.(?= ?\\d)|artikelnummer|bestell(?:nummer|[ .-]{0,2}nr\\.?)|product ?(?:code|no\\.?|number|id|#|sku)|produkt(?:a kods|nummer|nr\\.?)|produktnummer|vare(?:nummer|nr\\.?)|catalog(?:ue)? ?(?:no\\.?|number|#)|web ?id|internet ?#|stock ?(?:code|no\\.?|number)|ad ?#|anzeigen?(?:-?(?:nr\\.?|nummer|id))?(?= ?:)|post id(?= ?:)|cod(?:ice|\\.)?(?: ?(?:prodotto|articolo))?|código|cód\\.?(?: (?:de )?(?:producto|produto|artículo|artigo))?|k[oó]d (?:produktu|zboží|tovaru|towaru)|katalogové číslo|objednací číslo|číslo (?:produktu|zboží)|nr\\.? (?:kat(?:alogowy|\\.)|produktu|artykułu)|numer (?:katalogowy|produktu)|toote ?(?:kood|number)|preces kods|prekės kodas|tuote(?:numero|koodi|nro)|cikkszám|termékkód|cod produs|ürün kodu|stok kodu|артикул|код товара|κωδικός|קוד מוצר|딜번호|상품 ?(?:번호|코드)|货号|商品番号|品番'
const ofStyle =
  'style ?(?:no\\.?|number|#|code)?|réf(?:érence)?\\.?|nr\\.? ref\\.?|refer(?:ence|encia|ência)|ref\\.?'
const ofPart = 'part ?(?:no\\.?|number|#)|mpn|model ?(?:no\\.?|number|#)?'
const names = `${surest}|${ofProduct}|${ofStyle}|${ofPart}|dpci|tcin|upc|walmart ?#|isbn(?:-?1[03])?`
const labelAlone = new RegExp(`^(?:${names}) ?[:#–-]? ?$`, 'i')
const labelBefore = new RegExp(`(?:^|[ (|])(${names})`, 'i')
const ranks: readonly (readonly [label: RegExp, rank: number])[] = [
  [new RegExp(`^(?:${surest})`, 'i'), 5],
  [new RegExp(`^(?:${ofProduct})`, 'i'), 4],
  [new RegExp(`^(?:${ofStyle})`, 'i'), 3],
  [new RegExp(`^(?:${ofPart})`, 'i'), 2],
]
const valueAfter = /^[ :#：–-]{0,4}([A-Za-z0-9][\w./-]{2,30})/
const piecesBehind = 3
const labelLengthMax = 40
const lineLengthMax = 160

const rankLabel = (label: string): number => ranks.find(([named]) => named.test(label))?.[1] ?? 1

/** The numbers of a page that stand beside a label, surest first. */
export function labelledSkus(pieces: readonly ViewPiece[]): LabelledSku[] {
  const found: (LabelledSku & { readonly at: number })[] = []
  for (const [index, { text: raw, at }] of pieces.entries()) {
    if (raw.length > lineLengthMax * 2) continue
    const text = oneLine(raw)
    if (text.length < labelLengthMax && labelAlone.test(text)) {
      const value = valueBehind(pieces, index)
      if (value !== undefined) found.push({ value, rank: rankLabel(text) + 0.5, at })
    } else if (text.length < lineLengthMax) {
      const [before = '', label = ''] = labelBefore.exec(text) ?? []
      const tail = label === '' ? '' : text.slice(text.indexOf(before) + before.length)
      const [, value = ''] = valueAfter.exec(tail) ?? []
      if (/\d/.test(value))
        found.push({ value: value.replace(/[.,;)]$/, ''), rank: rankLabel(label), at })
    }
  }
  return found.toSorted((one, other) => other.rank - one.rank || one.at - other.at)
}

function valueBehind(pieces: readonly ViewPiece[], index: number): string | undefined {
  for (const { text } of pieces.slice(index + 1, index + 1 + piecesBehind)) {
    const value = oneLine(text.slice(0, lineLengthMax)).replace(/^[:# ]{1,5}/, '')
    if (value === '') continue
    return /^[A-Za-z0-9][\w./ -]{1,30}$/.test(value) && /\d/.test(value) ? value : undefined
  }
  return undefined
}

const namedPieceMax = 40

/** A number in an element that is named after the number of a product. */
function namedSku(pieces: readonly ViewPiece[]): string | undefined {
  for (const { text, element } of pieces) {
    if (text.length > namedPieceMax || !/\d/.test(text)) continue
    const marks = Object.values(element.attribs).join(' ').slice(0, 400)
    const value = /^[\w./-]{4,24}$/.exec(text)?.[0]
    if (
      value !== undefined &&
      /(?:^|[\s_-])(?:sku|product-?(?:reference|code|number|sku)|item-?number|article-?number)(?:$|[\s_-])/i.test(
        marks,
      )
    )
      return value
  }
  return undefined
}

interface SkuSources {
  readonly pieces: readonly ViewPiece[]
  readonly declared: readonly string[]
  /** Numbers that are not called SKU: `productID` and the like. */
  readonly ids: readonly string[]
  readonly url: string
}

/** The SKU of a product: what is declared, then what is labelled, then the number in its address. */
export function findSku({ pieces, declared, ids, url }: SkuSources): string | undefined {
  const labelled = labelledSkus(pieces)
  const declaredSku = declared.map(bare).find(isSku)
  const near = namedSku(pieces)
  const sure = labelled.find(({ rank }) => rank >= 5)?.value
  const own = sure !== undefined && declaredSku?.startsWith(sure) ? sure : declaredSku
  return (
    labelled.find(({ rank }) => rank >= 4)?.value ??
    near ??
    own ??
    labelled.find(({ rank }) => rank >= 4)?.value ??
    ids.map((id) => id.replace(/^[a-z]{1,20}:/i, '')).find(isSku) ??
    labelled[0]?.value ??
    numberOfUrl(url)
  )
}

const bare = (sku: string): string =>
  sku.replace(/^(?:sku|asin|item|art\.?) ?[:#-]? ?(?=[\w])/i, '').trim()

const isSku = (sku: string): boolean => sku !== '' && sku.length <= 40 && sku.split(' ').length <= 4

/** The number of a product in the address of its page. */
function numberOfUrl(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  const path = percentDecoded(url.pathname).slice(0, 1_000)
  const parameter = url.searchParams.get('pid')
  return (
    /\/(?:dp|gp\/product|ip|itm|p|product|products|prod)\/(?:[^/]{0,200}\/)?([A-Z0-9]{8,14}|\d{5,14})(?=[/.?]|$)/.exec(
      path,
    )?.[1] ??
    (parameter !== null && /^[\w-]{4,20}$/.test(parameter) ? parameter : undefined) ??
    /[-/_.]([A-Za-z]{0,3}\d{5,14})(?:\.html?|\.p|\/)?$/.exec(path)?.[1] ??
    /\/[a-z]?\d{0,6}[a-z](\d{7,12})(?=\/)/.exec(path)?.[1]
  )
}
