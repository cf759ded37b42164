import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { percentDecoded } from '#base/percent-decoded.ts'

/** Classes of pictures of formulas. */
const named = /(?:^|\s)(?:tex|latex|math|mwe-math-[\w-]+|equation|formula|texhtml|ee_img)(?:\s|$)/i
/** What stands before a formula in the addresses of services that draw formulas. */
const services = [
  'latex.codecogs.com/svg.latex?',
  'latex.codecogs.com/gif.latex?',
  'latex.codecogs.com/png.latex?',
  'latex.codecogs.com/svg.image?',
  'latex.codecogs.com/png.image?',
  'latex.codecogs.com/gif.image?',
  'latex.php?latex=',
  'mathtex.cgi?',
  'mimetex.cgi?',
  'cht=tx&chl=',
]

/** The formula in the address of a picture; undefined for other addresses. */
function formulaIn(address: string): string | undefined {
  for (const service of services) {
    const at = address.indexOf(service)
    if (at < 0) continue
    const query = address.slice(at + service.length)
    const end = service.endsWith('=') ? query.indexOf('&') : -1
    return percentDecoded(end < 0 ? query : query.slice(0, end))
  }
  return undefined
}

const container = /(?:^|\s)(?:math|equation|formula|displaymath)(?:\s|$)/i

export interface Equation {
  readonly tex: string
  readonly isDisplay: boolean
}

const texLengthMax = 10_000

/** The formula that a picture shows; undefined for other pictures. */
export function findEquation(image: Element): Equation | undefined {
  const { alt = '', title = '', class: classes = '', src = '' } = image.attribs
  const inAddress = formulaIn(src)
  const around = onlyContentAround(image)
  const isInMath = around.some(({ attribs }) => container.test(attribs['class'] ?? ''))
  if (inAddress === undefined && !named.test(classes) && !isInMath) return undefined
  const source = [alt, title, inAddress ?? ''].find(
    (text) => text.trim() !== '' && text.length <= texLengthMax,
  )
  if (source === undefined || isSentence(source)) return undefined
  const { text, isDisplay } = unwrapped(source.trim())
  const isBlock = isInMath && around.some(({ name }) => name === 'p' || name === 'div')
  return text === '' ? undefined : { tex: text, isDisplay: isDisplay || isBlock }
}

/** Words without a sign of a formula describe a picture. */
const isSentence = (text: string): boolean =>
  !/[\\^_={}<>+*/]/.test(text) && /\p{L}{2}\s{1,9}\p{L}{2}/u.test(text)

const frames: readonly (readonly [start: string, end: string, isDisplay: boolean])[] = [
  ['$$', '$$', true],
  ['\\[', '\\]', true],
  ['\\(', '\\)', false],
  ['$', '$', false],
  ['{\\displaystyle', '}', false],
  ['{\\textstyle', '}', false],
]

/** A formula without the signs around it. */
function unwrapped(source: string): { text: string; isDisplay: boolean } {
  for (const [start, end, isDisplay] of frames)
    if (
      source.length > start.length + end.length &&
      source.startsWith(start) &&
      source.endsWith(end)
    )
      return { text: source.slice(start.length, -end.length).trim(), isDisplay }
  return { text: source, isDisplay: source.startsWith('\\begin{') }
}

const levelsMax = 3

/** The elements around one that hold nothing else. */
function onlyContentAround(image: Element): Element[] {
  const found: Element[] = []
  let inner: Element = image
  for (let level = 0; level < levelsMax; level += 1) {
    const { parent } = inner
    if (
      !parent ||
      !isTag(parent) ||
      parent.children.some((child) => child !== inner && !isBlank(child))
    )
      break
    found.push(parent)
    inner = parent
  }
  return found
}

const isBlank = (node: ChildNode): boolean => isText(node) && node.data.trim() === ''
