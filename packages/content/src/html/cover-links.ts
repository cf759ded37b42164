import { isTag, isText, type Element } from 'domhandler'
import { keepChildren } from './keep-children.ts'
import { listElements, oneLine, readText } from './walk.ts'
import { isBlank } from './white-space.ts'

const levelsMax = 3
/** A card has fewer elements and texts, and a shorter title. */
const nodesMax = 120
const titleLengthMax = 500
const headingTag = /^h[1-6]$/

const coverName = /(?:^|[\s_-])(?:block|card|cover|entry|full|overlay|permalink|stretched|wrapper)/i

/**
 * Makes the only heading of a card the text of a link that lies over the whole card and has no text of its own, as themes of blogs write it: else the
 * title has no address. The label of the link has the title, or its name says that it covers the card.
 */
export function linkTitle(link: Element): void {
  const {
    href = '',
    'aria-label': label = link.attribs['title'],
    class: classes = '',
  } = link.attribs
  if (link.name !== 'a' || href === '' || href.startsWith('#') || !isEmpty(link)) return
  let card = link.parent
  for (let level = 0; level < levelsMax && card && isTag(card); level++, card = card.parent) {
    const [heading, other] = findHeadings(card)
    if (!heading) continue
    if (other || heading === card || listElements(heading).some(({ name }) => name === 'a')) return
    const title = oneLine(readText(heading, { lengthMax: titleLengthMax }))
    if (title === '') return
    if (label === undefined ? !coverName.test(classes) : !label.includes(title)) return
    const { parent } = link
    if (parent)
      keepChildren(
        parent,
        parent.children.filter((child) => child !== link),
      )
    keepChildren(link, heading.children)
    keepChildren(heading, [link])
    return
  }
}

const isEmpty = ({ children }: Element): boolean =>
  children.every((child) => isText(child) && isBlank(child.data))

/** The first two headings in an element; none if it has too much for a card. */
function findHeadings(card: Element): Element[] {
  const found: Element[] = []
  const stack: Element[] = [card]
  let count = 0
  for (let element = stack.pop(); element && found.length < 2; element = stack.pop()) {
    // The children are counted before they are listed: each link on a wide page comes here.
    count += element.children.length
    if (count > nodesMax) return []
    if (headingTag.test(element.name)) found.push(element)
    else stack.push(...element.children.filter(isTag))
  }
  return found
}
