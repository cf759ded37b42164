import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import { listElements, oneLine, unseenTags } from '#content/html/walk.ts'
import { isHidden } from '#content/html/styles/element-style.ts'
import { isOutdated } from './outdated.ts'
import type { Line, LinePart, PageLines, FactContainer, LineKind } from './page-facts.ts'

const linesMax = 6_000
const charactersMax = 400_000
const textLengthMax = 2_000
const partsMax = 12
const depthMax = 200

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Inline elements that usually hold a thing of its own. */
const apart = new Set('a b code data del em ins label s small span strike strong time'.split(' '))
const emphasis = new Set(['b', 'em', 'i', 'strong'])
const asideTags = new Set(['nav', 'aside', 'footer'])
/** A map: pages may have elements named after members of objects, such as `<constructor>`. */
const kinds: ReadonlyMap<string, LineKind> = new Map([
  ['li', 'item'],
  ['dt', 'term'],
  ['dd', 'value'],
  ['td', 'cell'],
  ['th', 'cell'],
])

/**
 * The lines of a page as its reader sees them, cut at blocks and `<br>`, each with its parts (inline elements), its place, and
 * whether it stands beside the content. Looks at the whole tree and leaves it as it is.
 */
export function listLines(document: Document): PageLines {
  const reader = createLineReader()
  type Step = ChildNode | { readonly leaves: Element }
  const stack: Step[] = document.children.toReversed()
  for (let step = stack.pop(); step !== undefined && !reader.isFull(); step = stack.pop()) {
    if ('leaves' in step) reader.leave(step.leaves)
    else if (isText(step)) reader.text(step.data)
    else if (isTag(step) && isSeen(step) && reader.enter(step)) {
      stack.push({ leaves: step })
      if (inline.has(step.name) && step.children.every(isPicture))
        reader.text(step.attribs['aria-label'] ?? yesOrNo(step.attribs['alt']))
      for (let at = step.children.length - 1; at >= 0; at -= 1) {
        const child = step.children[at]
        if (child) stack.push(child)
      }
    }
  }
  return reader.finish()
}

/** A picture for yes or no. */
const yesOrNo = (alt = ''): string =>
  /^(?:yes|no|oui|non|ja|nein|nee|nej|sí|si|sì|sim|não|tak|nie|ano|ne|[✓✔✅✗✘❌])$/iu.test(alt)
    ? alt
    : ''

/** What has no words: its label is read out in its place. */
const isPicture = (node: ChildNode): boolean =>
  isText(node)
    ? !/[\p{L}\p{N}]/u.test(node.data)
    : !isTag(node) || node.children.length === 0 || node.name === 'svg'

const isSeen = (element: Element): boolean => !unseenTags.has(element.name) && !isHidden(element)

interface Open {
  /** Undefined until it has a line. */
  container: number | undefined
  /** Step of its container. */
  readonly step: string
  readonly name: string
  readonly isAside: boolean
  readonly counts: Map<string, number>
}

function createLineReader() {
  const containers: FactContainer[] = [{ parent: -1, step: '' }]
  const lines: Line[] = []
  const outermost: Open = { container: 0, step: '', name: '', isAside: false, counts: new Map() }
  const open: Open[] = []
  const parts = createParts()
  let characters = 0
  const top = () => open.at(-1) ?? outermost

  /** Index of the container of the innermost open block. Blocks without a line have none. */
  function placeTop(): number {
    let parent = 0
    for (const block of open)
      parent = block.container ??= containers.push({ parent, step: block.step }) - 1
    return parent
  }

  function flush(): void {
    const read = parts.take()
    if (read.text === '') return
    const { isAside, name } = top()
    const container = placeTop()
    const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0
    const kind = level > 0 ? 'heading' : (kinds.get(name) ?? 'text')
    characters += read.text.length
    const isHeader = name === 'th'
    lines.push({ ...read, kind, level, container, isAside, ...(isHeader && { isHeader }) })
  }

  return {
    isFull: () => lines.length >= linesMax || characters > charactersMax,
    text: (text: string) => {
      parts.add(text)
    },
    /** False for elements that nothing is read of. */
    enter(element: Element): boolean {
      const { name } = element
      if (inline.has(name)) {
        parts.enter(element)
        return true
      }
      flush()
      if (name === 'br' || name === 'hr' || open.length > depthMax) return false
      const outer = top()
      const count = (outer.counts.get(name) ?? 0) + 1
      outer.counts.set(name, count)
      const step = makeStep(element, count)
      const isAside = outer.isAside || asideTags.has(name) || isBeside(element)
      open.push({ container: undefined, step, name, isAside, counts: new Map() })
      return true
    },
    leave({ name }: Element): void {
      if (inline.has(name)) {
        parts.leave(name)
        return
      }
      flush()
      open.pop()
    },
    finish(): PageLines {
      flush()
      return { lines, containers }
    },
  }
}

interface Part {
  text: string
  readonly isOld: boolean
  readonly isStrong: boolean
}

/** The parts of one line: the text of each inline element and what stands between them. */
function createParts() {
  let parts: Part[] = []
  let isNew = true
  let wasRaised = false
  let hasLeft = false
  const marks: Element[] = []

  function begin(name: string): void {
    const last = parts.at(-1)
    // Neighbours without a space between them are words of their own.
    const isGlued = name === 'code' || name === 'a' || emphasis.has(name)
    if (last && !isGlued && !/\s$/.test(last.text)) last.text += ' '
    isNew = true
  }

  return {
    add(text: string): void {
      if (parts.length === 0 && text.trim() === '') return
      const last = parts.at(-1)
      // A label in an element of its own, and what it names: `<em>Price</em>5 €`.
      if (last && hasLeft && /\p{Ll}$/u.test(last.text) && /^[\d\p{Lu}]/u.test(text))
        last.text += ' '
      hasLeft = false
      // A mark of a note is no part of the words around it: `Ada Lovelace¹`, not `m²`.
      const isNote = marks.at(-1)?.name === 'sup' && /\p{L}{3}$/u.test(last?.text ?? '')
      const isBehindNote = wasRaised && /^\p{L}/u.test(text)
      wasRaised = marks.at(-1)?.name === 'sup'
      // Cents beside a price: `24<sup>95</sup>`.
      if (last && wasRaised && /\d$/.test(last.text) && /^\s*\d\d\s*$/.test(text))
        last.text += cents
      if (last && (isNote || isBehindNote)) last.text += ' '
      if (last && (!isNew || parts.length >= partsMax)) last.text += text
      else {
        parts.push({
          text,
          isOld: marks.some(isOutdated),
          isStrong: marks.some(({ name }) => name === 'b' || name === 'strong'),
        })
        isNew = false
      }
    },
    enter(element: Element): void {
      if (apart.has(element.name)) begin(element.name)
      marks.push(element)
    },
    leave(name: string): void {
      marks.pop()
      hasLeft = emphasis.has(name)
      if (apart.has(name)) begin(name)
    },
    /** The line so far; the next one begins. */
    take(): Pick<Line, 'text' | 'parts'> {
      const read = parts
      parts = []
      isNew = true
      const whole = joinParts(read)
      return {
        text: oneLine(whole.slice(0, textLengthMax)),
        parts: read.map(toPart).filter(hasText),
      }
    },
  }
}

/** A mark of private use, before digits that stand raised. */
const cents = '\uE000'
const centsOfPrice = /(?<=[€$£]\s?\d{1,6})\uE000|\uE000(?=\s?\d\d ?(?:[€$£]|zł|kr))/u

/** The text of parts, in which raised digits are cents or stand as they are. */
function joinParts(parts: readonly Part[]): string {
  const whole = parts.map(({ text }) => text).join('')
  if (!whole.includes(cents)) return whole
  const sign = centsOfPrice.test(whole) ? ',' : ''
  for (const part of parts) part.text = part.text.replaceAll(cents, sign)
  return whole.replaceAll(cents, sign)
}

const hasText = ({ text }: LinePart): boolean => text !== ''

const toPart = ({ text, isOld, isStrong }: Part): LinePart => ({
  text: oneLine(text.slice(0, textLengthMax)),
  ...(isOld && { isOld }),
  ...(isStrong && { isStrong }),
})

const besideClass =
  /(?:^|[\s_-])(?:related|similar|recommend(?:ed|ations?)?|upsells?|cross-?sells?|sidebar|cookie|newsletter|breadcrumbs?|most-read)(?:$|[\s_-])/i
const classLengthMax = 300

/** What stands beside the content: by its class, or the header of the site. */
function isBeside(element: Element): boolean {
  const { name, attribs, parent } = element
  const classes = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, classLengthMax)
  // `has-sidebar` is a class of what is around the content.
  if (besideClass.test(classes)) return !holds(element, /^(?:main|h1)$/)
  const role = attribs['role']
  if (role === 'navigation' || role === 'complementary' || role === 'contentinfo') return true
  const isTop = name === 'header' && parent !== null && isTag(parent) && parent.name === 'body'
  return isTop && !holds(element, /^h1$/)
}

const holds = (element: Element, names: RegExp): boolean =>
  listElements(element).some(({ name }) => names.test(name))

/** The element as a step of a CSS selector; the first class is kept as it tells blocks apart. */
function makeStep({ name, attribs }: Element, count: number): string {
  const [first = ''] = (attribs['class'] ?? '').trim().split(/\s/, 1)
  return `${name}:nth-of-type(${count})${/^[a-z][\w-]{0,40}$/i.test(first) ? `.${first}` : ''}`
}
