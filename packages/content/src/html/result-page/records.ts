import { isTag, type ChildNode, type Element } from 'domhandler'
import type { PageResult } from './result-shape.ts'
import type { Group } from './groups.ts'
import { isAddress } from './address.ts'
import { listPieces } from './pieces.ts'
import { shortText } from './short-text.ts'
import { detectKind, type TitleLink } from './title-links.ts'

/** A result as it is read, with what decides whether it is one. */
export interface ReadRecord {
  /** The element of the whole result. */
  readonly record: Element
  readonly kind: string
  readonly result: PageResult
  readonly isAdvertisement: boolean
  readonly isInNavigation: boolean
}

const ancestorsMax = 40
const levelsMax = 8
/** A single result says little about where it ends. */
const levelsMaxAlone = 2
const siblingsMax = 12
const titleCharsMax = 500
const textCharsMax = 2_000
const textCharsMin = 50

/** The record of each title: the highest element without another title, and what follows it until the next one. */
export function readRecords(group: Group): ReadRecord[] {
  const titlesIn = new Map<Element, number>()
  for (const { title } of group) {
    for (const above of walkUp(title)) titlesIn.set(above, (titlesIn.get(above) ?? 0) + 1)
  }
  const most = group.length === 1 ? levelsMaxAlone : levelsMax
  const records = group.map((link) => findRecord(link, { titlesIn, most }))
  const own = new Set<ChildNode>(records)
  return group.map((link, index) => {
    const record = records[index] ?? link.title
    const following = group.length === 1 ? [] : listFollowing(record, own)
    return readRecord(link, record, following)
  })
}

/** The nearest first; those far above say nothing about a result. */
export function* walkUp(element: Element): Generator<Element> {
  let left = ancestorsMax
  for (let node = element.parent; node && isTag(node) && left-- > 0; node = node.parent) yield node
}

function findRecord(
  { title, anchor }: TitleLink,
  { titlesIn, most }: { readonly titlesIn: ReadonlyMap<Element, number>; readonly most: number },
): Element {
  let record = isInside(title, anchor) ? anchor : title
  let levels = 0
  for (const above of walkUp(record)) {
    const isWhole = above.name === 'body' || above.name === 'html' || above.name === 'main'
    if (isWhole || (titlesIn.get(above) ?? 0) > 1 || levels++ >= most) break
    record = above
  }
  return record
}

const isInside = (inner: Element, outer: Element) => {
  for (const above of walkUp(inner)) if (above === outer) return true
  return false
}

function listFollowing(record: Element, own: ReadonlySet<ChildNode>): ChildNode[] {
  const following: ChildNode[] = []
  let elements = 0
  for (let node = record.next; node && !own.has(node); node = node.next) {
    if (isTag(node) && elements++ >= siblingsMax) break
    if (isTag(node) && node.name === record.name && isTitleLike(node)) break
    following.push(node)
  }
  return following
}

/** Something else of the same rank begins. */
const isTitleLike = ({ name }: Element) => /^h[1-6]$/.test(name)

export function readRecord(
  link: TitleLink,
  record: Element,
  following: readonly ChildNode[],
): ReadRecord {
  const { title, text } = readTexts(link, record, following)
  return {
    record,
    kind: detectKind(link),
    result: {
      url: link.url,
      title: title.slice(0, titleCharsMax),
      text: text.slice(0, textCharsMax),
    },
    isAdvertisement: isAdvertisement(link, record),
    isInNavigation: [...walkUp(record), record].some(isNavigation),
  }
}

/** The title is the heading or the link; of a card that is a link as a whole, what is not its longest text. */
function readTexts(
  { title, anchor }: TitleLink,
  record: Element,
  following: readonly ChildNode[],
): Pick<PageResult, 'title' | 'text'> {
  const holder = isInside(title, anchor) ? title : anchor
  const pieces = listPieces(holder.children).filter((piece) => !isAddress(piece))
  const named = findLongest(pieces) || shortText(holder.children)
  const around = listPieces(record.children, title)
  const beside = textAmong(around, named)
  if (beside.length >= textCharsMin) return { title: named, text: beside }
  const isCard = title === anchor && pieces.length > 1 && named.length >= textCharsMin
  const inCard = isCard ? findLongest(pieces.filter((piece) => piece !== named)) : ''
  if (inCard !== '') return { title: inCard, text: named }
  return { title: named, text: textAmong([...around, ...listPieces(following)], named) }
}

const textAmong = (pieces: readonly string[], title: string) =>
  findLongest(pieces.filter((piece) => piece !== title && !isAddress(piece)))

function findLongest(pieces: readonly string[]): string {
  let longest = ''
  for (const piece of pieces) if (piece.length > longest.length) longest = piece
  return longest
}

const labels =
  /^(?:ads?|advertisements?|sponsored(?: (?:results?|links?))?|promoted|anzeigen?|gesponsert|annonces?|publicité|sponsorisée?|patrocinad[oa]s?|anuncios?|sponsorizzat[oi]|annunci|advertentie|gesponsord|реклама|広告|广告|광고)(?:\s?[·•:|].{0,200})?$/iu
const hosts =
  /(?:^|\.)(?:googleadservices\.com|doubleclick\.net|googlesyndication\.com|adservice\.google\.\w{2,3}|amazon-adsystem\.com|taboola\.com|outbrain\.com)$/i
const classWord =
  /(?:^|[\s_-])(?:ads?|adv|advert|advertisement|sponsored|promoted|taw|commercial)(?:$|[\s_-])/i

function isAdvertisement({ url, anchor }: TitleLink, record: Element): boolean {
  const { hostname, pathname } = new URL(url)
  const href = anchor.attribs['href'] ?? ''
  return (
    hosts.test(hostname) ||
    /\/aclk\b/.test(pathname) ||
    /\/aclk\?|[?&]ad_(?:domain|provider|type)=/.test(href) ||
    listPieces(record.children)
      .slice(0, 3)
      .some((piece) => labels.test(piece)) ||
    [record, ...walkUp(record)].slice(0, 4).some(isMarkedAsAdvertisement)
  )
}

const isMarkedAsAdvertisement = ({ attribs }: Element) =>
  classWord.test(attribs['class'] ?? '') ||
  classWord.test(attribs['id'] ?? '') ||
  attribs['data-text-ad'] !== undefined ||
  labels.test((attribs['aria-label'] ?? '').slice(0, 200))

const isNavigation = ({ name, attribs }: Element) =>
  /^(?:nav|footer|aside|header)$/.test(name) ||
  /^(?:navigation|contentinfo|banner|complementary)$/.test(attribs['role'] ?? '')
