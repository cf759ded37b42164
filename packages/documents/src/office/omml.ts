import { oneLine } from '#base/one-line.ts'
import { isTag, isText, type Element } from 'domhandler'
import { readText } from '#content/html/walk.ts'
import { functionName, texOfLetter } from '#documents/pdf/formulas/tex-symbols.ts'

const depthMax = 100

/** TeX of an equation of an office document (ECMA-376 part 1, 22.1). */
export function texOfOmml(equation: Element): string {
  return oneLine(readChildren(equation, 0))
}

function readChildren({ children }: Element, depth: number): string {
  return joined(children.flatMap((child) => (isTag(child) ? [toTex(child, depth + 1)] : [])))
}

/** A command must not run into the letters behind it. */
const joined = (parts: readonly string[]): string => {
  let [all, last] = ['', '']
  for (const part of parts) {
    if (part === '') continue
    all += /\\[A-Za-z]+$/.test(last) && /^[A-Za-z0-9]/.test(part) ? ` ${part}` : part
    last = part
  }
  return all
}

const named = (element: Element, name: string) =>
  element.children.filter((child): child is Element => isTag(child) && child.name === `m:${name}`)

/** A property such as `m:chr` of `m:naryPr`; undefined when it is absent. */
function findProperty(element: Element, name: string): string | undefined {
  const [properties] = named(element, `${element.name.slice('m:'.length)}Pr`)
  const [property] = properties ? named(properties, name) : []
  return property && (property.attribs['m:val'] ?? property.attribs['val'] ?? 'on')
}

const isOn = (value: string | undefined) => value !== undefined && !/^(?:0|off|false)$/.test(value)

function toTex(element: Element, depth: number): string {
  if (depth > depthMax) return texOfText(readText(element))
  const part = (name: string) => {
    const [found] = named(element, name)
    return found ? readChildren(found, depth) : ''
  }
  const parts = (name: string) => named(element, name).map((one) => readChildren(one, depth))
  const base = () => grouped(part('e'))
  switch (element.name) {
    case 'm:r':
      return textIn(element)
    case 'm:f':
      return readFraction(part('num'), part('den'), findProperty(element, 'type'))
    case 'm:sSup':
      return `${base()}^{${part('sup')}}`
    case 'm:sSub':
      return `${base()}_{${part('sub')}}`
    case 'm:sSubSup':
      return `${base()}_{${part('sub')}}^{${part('sup')}}`
    case 'm:sPre':
      return `{}_{${part('sub')}}^{${part('sup')}}${base()}`
    case 'm:rad': {
      const degree = isOn(findProperty(element, 'degHide')) ? '' : part('deg')
      return degree === '' ? `\\sqrt{${part('e')}}` : `\\sqrt[${degree}]{${part('e')}}`
    }
    case 'm:nary':
      return joined([
        texOfText(findProperty(element, 'chr') ?? '∫'),
        isOn(findProperty(element, 'subHide')) ? '' : script('_', part('sub')),
        isOn(findProperty(element, 'supHide')) ? '' : script('^', part('sup')),
        ` ${part('e')}`,
      ])
    case 'm:d':
      return delimited(element, parts('e'))
    case 'm:func':
      return joined([readFunction(part('fName')), ` ${part('e')}`])
    case 'm:limLow':
      return `${readFunction(part('e'))}_{${part('lim')}}`
    case 'm:limUpp':
      return `${readFunction(part('e'))}^{${part('lim')}}`
    case 'm:acc':
      return accented(findProperty(element, 'chr') ?? '\u0302', part('e'))
    case 'm:bar':
      return `\\${findProperty(element, 'pos') === 'top' ? 'overline' : 'underline'}{${part('e')}}`
    case 'm:m':
      return `\\begin{matrix}${named(element, 'mr')
        .map((row) =>
          named(row, 'e')
            .map((cell) => readChildren(cell, depth))
            .join(' & '),
        )
        .join(' \\\\ ')}\\end{matrix}`
    case 'm:eqArr':
      return `\\begin{aligned}${parts('e').join(' \\\\ ')}\\end{aligned}`
    default:
      return element.name.endsWith('Pr') ? '' : readChildren(element, depth)
  }
}

const script = (sign: '_' | '^', text: string) => (text === '' ? '' : `${sign}{${text}}`)

/** Several signs under one script stand in a group. */
const grouped = (tex: string) => (/^(?:.?|\\[A-Za-z]+)$/u.test(tex) ? tex : `{${tex}}`)

function readFraction(above: string, below: string, type: string | undefined): string {
  if (type === 'lin') return `${above}/${below}`
  return type === 'noBar' ? `\\binom{${above}}{${below}}` : `\\frac{${above}}{${below}}`
}

const textIn = (element: Element): string =>
  texOfText(
    named(element, 't')
      .flatMap(({ children }) => children.flatMap((child) => (isText(child) ? [child.data] : [])))
      .join(''),
  )

const escaped = /[#$%&_{}]/

function texOfText(text: string): string {
  return joined(
    Array.from(text.normalize('NFKC'), (letter) => {
      if (escaped.test(letter)) return `\\${letter}`
      return letter === '\\' ? '\\backslash' : texOfLetter(letter)
    }),
  )
}

const readFunction = (name: string) => (functionName.test(name.trim()) ? `\\${name.trim()}` : name)

const sign = (one: string) => (one === '' || one === 'on' ? '.' : texOfText(one))

function delimited(element: Element, cells: readonly string[]): string {
  const [begin, separator, end] = [
    findProperty(element, 'begChr') ?? '(',
    findProperty(element, 'sepChr') ?? '|',
    findProperty(element, 'endChr') ?? ')',
  ]
  return `\\left${sign(begin)}${cells.join(separator)}\\right${sign(end)}`
}

/** By the combining character of an accent. */
const accents = new Map([
  ['\u0302', 'hat'],
  ['\u0303', 'tilde'],
  ['\u0304', 'bar'],
  ['\u0305', 'overline'],
  ['\u0306', 'breve'],
  ['\u0307', 'dot'],
  ['\u0308', 'ddot'],
  ['\u030C', 'check'],
  ['\u20D7', 'vec'],
])

const accented = (mark: string, base: string): string => {
  const accent = accents.get(mark)
  return accent === undefined ? `\\overset{${texOfText(mark)}}{${base}}` : `\\${accent}{${base}}`
}
