import type { Block, Outline, Part } from './blocks.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words in the class names of what stands beside or over a content of any kind. */
const beside = words('modal dialog lightbox popover popup related disclaimer social search')
/** The same below the posts of a thread, which may be shorter. */
const signatures = words('signature signatures sig')
/** A word that means such things where the page has one of them; items of a list have parts with that name, too. */
const besideOnce = words('footer')
/** Words that mean such things only on pages that are not a single text. */
const besideGrid = words('review reviews filter filters cart')
const comments = words('comment comments')
const always = [signatures, beside, besideOnce]
const lists = [...always, besideGrid, comments]
/** One bit per list. */
const listBits = new Map(
  lists.flatMap((list, at) => [...list].map((word) => [word, 1 << at] as const)),
)

const bitOf = (list: ReadonlySet<string>): number => 1 << lists.indexOf(list)

/** What holds a larger share of the chosen words is the content, whatever it is called. */
const shareMax = 0.5
const signatureShareMax = 0.75
/** Longer discussions may be what the page is for. */
const commentShareMax = 0.35
/** Comments are a tail when so little of what is chosen follows them that is none. */
const afterShareMax = 0.1
const onceMax = 2

/** What is known of a page. */
interface PageKind {
  readonly isText: boolean
  readonly isThread: boolean
}

/**
 * Removes blocks from the chosen ones inside of elements whose classes name something else than the content, and comments that
 * follow a text or the posts of a thread. Modifies `isKept`.
 */
export function dropNamed(
  { parts, blocks }: Outline,
  isKept: boolean[],
  { isText, isThread }: PageKind,
): void {
  const { names, found } = namesOf(parts)
  if (found === 0) return
  for (const list of isText ? always : lists.slice(0, -1)) {
    if ((found & bitOf(list)) === 0) continue
    const { isNamed, count } = inside(parts, names, list)
    if (count === 0) continue
    const { own, all } = countKept(blocks, isKept, isNamed)
    const most = list === signatures ? signatureShareMax : shareMax
    if (own === 0 || own > most * all || (list === besideOnce && count > onceMax)) continue
    drop(blocks, isKept, isNamed)
  }
  if (!isText || (found & bitOf(comments)) === 0) return
  const { isNamed, count } = inside(parts, names, comments)
  if (count === 0) return
  const { own, after, all } = countKept(blocks, isKept, isNamed)
  const isBelow = isThread || after <= afterShareMax * all
  if (own > 0 && own <= commentShareMax * all && isBelow) drop(blocks, isKept, isNamed)
}

/** Each word of the lists holds one of these, and few class names do. */
const mayBeListed =
  /sig|modal|dialog|lightbox|popover|popup|related|disclaimer|social|search|footer|review|filter|cart|comment/i

/** For each kind of element, one bit per list of words that its class names have a word of; and all of these bits. */
function namesOf(parts: readonly Part[]) {
  const names: number[] = []
  let found = 0
  for (const { exactKind, element } of parts)
    found |= names[exactKind] ??= listsOf(element.attribs['class'])
  return { names, found }
}

function listsOf(classes: string | undefined): number {
  if (classes === undefined || !mayBeListed.test(classes)) return 0
  let bits = 0
  for (const [word] of classes.toLowerCase().matchAll(/[a-z]+/g)) bits |= listBits.get(word) ?? 0
  return bits
}

/** For each part, whether it or an element around it has one of these names, and how many elements with text have one. */
function inside(parts: readonly Part[], names: readonly number[], list: ReadonlySet<string>) {
  const bit = bitOf(list)
  const isNamed = new Uint8Array(parts.length)
  let count = 0
  for (const { index, parent, words: own, exactKind } of parts) {
    const isInside = isNamed[parent?.index ?? -1] === 1
    const isOwn = !isInside && ((names[exactKind] ?? 0) & bit) !== 0
    if (isOwn && own > 0) count++
    isNamed[index] = isOwn || isInside ? 1 : 0
  }
  return { isNamed, count }
}

/** The chosen words, those inside of named elements, and the others that follow the first of these. */
function countKept(blocks: readonly Block[], isKept: readonly boolean[], isNamed: Uint8Array) {
  let [own, after, all] = [0, 0, 0]
  for (const { index, part, measure } of blocks) {
    if (!isKept[index]) continue
    all += measure.words
    if (isNamed[part.index] === 1) own += measure.words
    else if (own > 0) after += measure.words
  }
  return { own, after, all }
}

function drop(blocks: readonly Block[], isKept: boolean[], isNamed: Uint8Array): void {
  for (const { index, part } of blocks) if (isNamed[part.index] === 1) isKept[index] = false
}
