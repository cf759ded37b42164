import { marksFor, mayHave } from '#content/html/marks.ts'
import { partsBegunBy, type PageBlock, type PageOutline, type Part } from './blocks.ts'
import { keptWords } from './kept-words.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words in the class names of what stands beside or over a content of any kind. */
const beside = words('modal dialog lightbox popover popup related disclaimer social search')
/** The same below the posts of a thread, which may be shorter. */
const signatures = words('signature signatures sig')
/** A word that means such things where the page has one of them; items of a list have parts with that name, too. */
const besideOnce = words('footer')
/** Words that mean such things only on pages that are not a single text. */
const besideGrid = words('filter filters cart')
const reviews = words('review reviews')
const comments = words('comment comments responses kommentare commentaires comentarios')
const always = [signatures, beside, besideOnce]
const lists = [...always, besideGrid, reviews, comments]
/** One bit per list. */
const listBits = new Map(
  lists.flatMap((list, at) => [...list].map((word) => [word, 1 << at] as const)),
)

const getBit = (list: ReadonlySet<string>): number => 1 << lists.indexOf(list)

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
 * Removes blocks from the chosen ones inside of elements whose classes name something else than the content and whose place or text
 * agrees with that, and comments that follow a text or the posts of a thread. Modifies `isKept`.
 */
export function dropNamed(
  { parts, blocks, siblings }: PageOutline,
  isKept: boolean[],
  { isText, isThread }: PageKind,
): void {
  const { names, found } = listNames(parts)
  const others = isText ? findComments(parts, blocks) : noParts
  if (found === 0 && others.size === 0) return
  const isBeside = createIsBeside({ parts, blocks, siblings }, isKept)
  const createIsAgreed = (list: ReadonlySet<string>) => {
    if (list === reviews || (list === signatures && isThread)) return () => true
    return list === signatures ? createIsAtEnd({ parts, blocks }, isKept) : isBeside
  }
  for (const list of isText ? always : lists.slice(0, -1)) {
    if ((found & getBit(list)) === 0) continue
    const agrees = createIsAgreed(list)
    const { isNamed, count } = inside(parts, (part) => hasName(names, part, list) && agrees(part))
    if (count === 0 || (list === signatures && !isThread && count < signaturesMin)) continue
    const { own, after, all } = countKept(blocks, isKept, isNamed)
    const most = list === signatures ? signatureShareMax : shareMax
    if (own === 0 || own > most * all || (list === besideOnce && count > onceMax)) continue
    if (list === reviews && after > reviewAfterMax * all) continue
    drop(blocks, isKept, isNamed)
  }
  if (!isText) return
  const isComment = (part: Part) => hasName(names, part, comments)
  if ((found & getBit(comments)) !== 0)
    dropComments({ parts, blocks }, isKept, { is: isComment, isThread, shareMax: commentShareMax })
  const is = (part: Part) => others.has(part) || isComment(part)
  if (others.size > 0) dropComments({ parts, blocks }, isKept, { is, isThread, shareMax: 0 })
}

interface Comments {
  readonly is: (part: Part) => boolean
  readonly isThread: boolean
  /** Of more of what is chosen they are a tail only below an article. */
  readonly shareMax: number
}

function dropComments(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  { is, isThread, shareMax: most }: Comments,
): void {
  const { isNamed, count } = inside(parts, is)
  if (count === 0) return
  const { own, after, all } = countKept(blocks, isKept, isNamed)
  const isBelow = isThread || after <= afterShareMax * all
  if (own === 0 || !isBelow) return
  if (own <= most * all || followsText(blocks, isKept, isNamed)) drop(blocks, isKept, isNamed)
}

const identified = marksFor('id')
const noParts: ReadonlySet<Part> = new Set()
const commentId =
  /^(?:(?:\w{1,20}[-_])?(?:comments?|kommentare|commentaires|comentarios)(?:[-_](?:list|area|section|wrap|wrapper|container|thread))?|disqus_thread)$/i
const commentTitle =
  /^(?:\d{1,5} (?:comments?|responses?|replies|kommentare?|commentaires?|comentarios?)|(?:comments?|responses|kommentare|commentaires|comentarios)(?: ?\(\d{1,5}\))?):?$/i

/** Elements whose id names comments, and those that begin with a title that counts or names them. */
function findComments(parts: readonly Part[], blocks: readonly PageBlock[]): ReadonlySet<Part> {
  const found = new Set(
    parts.filter(
      ({ element }) => mayHave(element, identified) && commentId.test(element.attribs['id'] ?? ''),
    ),
  )
  for (const { index, headingLevel, text } of blocks) {
    if (headingLevel < 2 || !commentTitle.test(text)) continue
    for (const part of partsBegunBy(blocks, index)) found.add(part)
  }
  return found
}

/** Paragraphs of an article above its comments, however many these are. */
const articleParagraphsMin = 3
const articleWordsMin = 120

const articleName = /article|story|entry|post|news|blog|artikel|beitrag|noticia/i
/** What begins a discussion is called so, and its answers are what the page is for. */
const discussionName = /forum|discussion|thread|topic|question|message|ticket/i

/** Whether an element is in one that is or is called an article, and in none that is called a discussion. */
function isInArticle(part: Part): boolean {
  let isIn = false
  for (let around: Part | undefined = part; around; around = around.parent) {
    const { name, attribs } = around.element
    const classes = attribs['class'] ?? ''
    if (discussionName.test(classes)) return false
    isIn ||= name === 'article' || articleName.test(classes)
  }
  return isIn
}

/** Whether a text of several paragraphs with a title of its own stands above the first comment. */
function followsText(
  blocks: readonly PageBlock[],
  isKept: readonly boolean[],
  isNamed: Uint8Array,
) {
  let [words, paragraphs] = [0, 0]
  let hasTitle = false
  for (const { index, part, headingLevel, isProse, measure } of blocks) {
    if (isNamed[part.index] === 1) break
    hasTitle ||= headingLevel === 1
    if (!hasTitle || !isKept[index] || !isProse || !isInArticle(part)) continue
    words += measure.words
    paragraphs++
  }
  return paragraphs >= articleParagraphsMin && words >= articleWordsMin
}

/** More of the chosen words follow reviews that are the text itself. */
const reviewAfterMax = 0.3

/** Less of the chosen words around an element than this are not the text that it stands in. */
const aroundMin = 0.3
/** What stands beside a text links to other pages. */
const linkShareMin = 0.3
const cardsMin = 3
/** One signature may be the name of a section. */
const signaturesMin = 2

/**
 * Whether an element is no part of the text that it stands in: it consists of links, or there is no text around it. A section that
 * is called after its subject, `related-work` or `search-theory`, stands among other paragraphs and reads like them.
 */
function createIsBeside(page: PageOutline, isKept: readonly boolean[]) {
  const kept = keptWords(page, isKept)
  const all = kept[0] ?? 0
  return (part: Part): boolean => {
    if (part.linkWords >= linkShareMin * part.words || holdsCards(part, page) || isDialog(part))
      return true
    let around = part.parent
    while (around && around.words === part.words) around = around.parent
    const others = (kept[around?.index ?? 0] ?? 0) - (kept[part.index] ?? 0)
    return others < aroundMin * all
  }
}

/** Whether an element has several similar ones with a link each: teasers of other pages. */
function holdsCards({ index, end }: Part, { parts, siblings }: PageOutline): boolean {
  for (let at = index + 1; at < end; at++) {
    const part = parts[at] as Part
    const { name } = part.element
    if (part.traits.isFlow || (part.traits.isInline && name !== 'a') || name === 'li') continue
    if ((siblings.counts[at] ?? 0) >= cardsMin && part.linkWords > 0) return true
  }
  return false
}

const isDialog = ({ element: { name, attribs } }: Part): boolean =>
  name === 'dialog' ||
  /^(?:alert)?dialog$/.test(attribs['role'] ?? '') ||
  attribs['aria-modal'] === 'true' ||
  attribs['aria-hidden'] === 'true'

/** Whether the named elements are the ends of several texts, as those below the posts of a thread are. */
function createIsAtEnd(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: readonly boolean[],
) {
  const kept = keptWords({ parts, blocks }, isKept)
  /** Chosen words from each part on. */
  const after = new Float64Array(parts.length + 1)
  for (const { index, part, measure } of blocks)
    if (isKept[index]) after[part.index] = (after[part.index] ?? 0) + measure.words
  for (let at = parts.length - 1; at >= 0; at--) after[at] = (after[at] ?? 0) + (after[at + 1] ?? 0)
  return (part: Part): boolean => {
    let around = part.parent
    while (around && (kept[around.index] ?? 0) === (kept[part.index] ?? 0)) around = around.parent
    if (!around?.parent) return false
    return (after[part.end] ?? 0) === (after[around.end] ?? 0)
  }
}

/** Each word of the lists holds one of these, and few class names do. */
const mayBeListed =
  /sig|modal|dialog|lightbox|popover|popup|related|disclaimer|social|search|footer|review|filter|cart|comment|responses|komment|coment/i

/** For each kind of element, one bit per list of words that its class names have a word of; and all of these bits. */
function listNames(parts: readonly Part[]) {
  const names: number[] = []
  let found = 0
  for (const { exactKind, element } of parts)
    found |= names[exactKind] ??= findLists(element.attribs['class'])
  return { names, found }
}

function findLists(classes: string | undefined): number {
  if (classes === undefined || !mayBeListed.test(classes)) return 0
  let bits = 0
  for (const [word] of classes.toLowerCase().matchAll(/[a-z]+/g)) bits |= listBits.get(word) ?? 0
  return bits
}

const hasName = (
  names: readonly number[],
  { exactKind }: Part,
  list: ReadonlySet<string>,
): boolean => ((names[exactKind] ?? 0) & getBit(list)) !== 0

/** For each part, whether it or an element around it is one of these, and how many elements with text are one. */
function inside(parts: readonly Part[], is: (part: Part) => boolean) {
  const isNamed = new Uint8Array(parts.length)
  let count = 0
  for (const part of parts) {
    const isInside = isNamed[part.parent?.index ?? -1] === 1
    const isOwn = !isInside && part.words > 0 && is(part)
    if (isOwn) count++
    isNamed[part.index] = isOwn || isInside ? 1 : 0
  }
  return { isNamed, count }
}

/** The chosen words, those inside of named elements, and the others that follow the first of these. */
function countKept(blocks: readonly PageBlock[], isKept: readonly boolean[], isNamed: Uint8Array) {
  let [own, after, all] = [0, 0, 0]
  for (const { index, part, measure } of blocks) {
    if (!isKept[index]) continue
    all += measure.words
    if (isNamed[part.index] === 1) own += measure.words
    else if (own > 0) after += measure.words
  }
  return { own, after, all }
}

function drop(blocks: readonly PageBlock[], isKept: boolean[], isNamed: Uint8Array): void {
  for (const { index, part } of blocks) if (isNamed[part.index] === 1) isKept[index] = false
}
