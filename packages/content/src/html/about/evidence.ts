import { isTag, type Element } from 'domhandler'
import { marksFor, mayHave } from '#content/html/marks.ts'

/** Elements that may contain author and date. */
const shows =
  /(?:^|[\s_-])(?:author|authors|autor|autoren|auteur|byline|writer|creator|verfasser|redakteur|posted|published|publish|pubdate|publication|date|datum|fecha|data|time|timestamp|dateline|entry-?meta|post-?meta|article-?meta|meta|fn)(?:$|[\s_-])|author(?!i[tsz])|byline|pubdate|publish/i
/** Elements of comments and other articles. */
const elsewhere =
  /(?:^|\s|[_-])(?:comments?|comment-?list|kommentare?|related|recommended|recommendations?|widgets?|teasers?|popular|recent|latest|similar|next-?post|prev|carousel|newslist|newsfeed|most-?read|sidebar|footer)(?:$|\s|[_-])/i
const others =
  /(?:^|\s|[_-])(?:comments?|comment-?list|kommentare?|related|recommended|recommendations?|teasers?|popular|recent|latest|similar|next-?post|prev|carousel|newslist|newsfeed|most-?read)(?:$|\s|[_-])/i
/** Classes that are also used around an article. */
const layout =
  /(?:has|with|no|right|left|is|page|single|content|layout|body|main|wrapper|container)[_-]|wrap/i

const levelsMax = 8

/** Finds the elements of one page that may contain author and date. Caches classes, because they repeat; ids do not. */
export function createIsEvidence(): (element: Element) => boolean {
  const known = new Map<string, boolean>()
  const isNamed = (classes: string): boolean => {
    let says = known.get(classes)
    if (says === undefined) {
      says = shows.test(classes)
      known.set(classes, says)
    }
    return says
  }
  return (element) => {
    if (!mayHave(element, named)) return false
    const { class: classes = '', id = '' } = element.attribs
    return (classes !== '' && isNamed(classes)) || (id !== '' && shows.test(id))
  }
}

const named = marksFor('class', 'id')
const item = marksFor('item')

/** Whether an element is marked up as an author, a date or the title. */
export const isMarked = (element: Element): boolean =>
  element.name === 'time' ||
  element.name === 'h1' ||
  (mayHave(element, item) &&
    (element.attribs['itemprop'] !== undefined || element.attribs['rel'] === 'author'))

/** Whether an element is among comments, teasers and similar. */
export function isOutsideArticle(element: Element): boolean {
  return isAmong(element, (at) => isAside(at) || isNamed(at, elsewhere))
}

/** Whether an element belongs to comments or to other articles. */
export const isOfOtherArticle = (element: Element): boolean =>
  isAmong(element, (at) => at.name === 'nav' || isNamed(at, others))

function isAmong(element: Element, is: (at: Element) => boolean): boolean {
  let at: Element | null = element
  for (let level = 0; at && level < levelsMax; level++) {
    const { name, parent }: Element = at
    if (name === 'article') return isListed(at)
    if (name === 'main' || name === 'body') return false
    if (is(at)) return true
    at = parent && isTag(parent) ? parent : null
  }
  return false
}

/** Elements that hold articles which are not the one of the page. */
const lists =
  /(?:^|\s|[_-])(?:comments?|comment-?list|kommentare?|related|recommended|recommendations?|similar|next-?posts?|most-?read)(?:$|\s|[_-])/i

/** Whether an article stands in a list of comments or of other articles. */
function isListed({ parent }: Element): boolean {
  let at = parent
  for (let level = 0; at && isTag(at) && level < levelsMax; level++, at = at.parent) {
    if (at.name === 'main' || at.name === 'body') return false
    if (isNamed(at, lists)) return true
  }
  return false
}

const isNamed = ({ attribs: { class: classes = '', id = '' } }: Element, names: RegExp): boolean =>
  (names.test(classes) && !layout.test(classes)) || (names.test(id) && !layout.test(id))

/** What stands beside the text; an article has a foot and notes of its own. */
function isAside({ name, attribs, parent }: Element): boolean {
  if (name === 'nav' || name === 'figure' || name === 'figcaption') return true
  if (name !== 'aside' && name !== 'footer') return false
  if (own.test(attribs['class'] ?? '')) return false
  for (let at = parent, level = 0; at && isTag(at) && level < levelsMax; level++) {
    if (at.name === 'article') return false
    at = at.parent
  }
  return true
}

const own = /meta|author|autor|byline|article|entry|post/i
