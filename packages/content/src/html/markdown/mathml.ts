import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { oneLine, readText } from '#content/html/walk.ts'

/** Deeper nested formulas are written as text. */
const depthMax = 40

/** Converts MathML without annotation to TeX. */
export function texOfMathMl(element: Element): string {
  return tidy(row(element.children, 0))
}

const tidy = (tex: string): string => tex.replaceAll(/ {2,}/g, ' ').trim()

const row = (nodes: readonly ChildNode[], depth: number): string =>
  joined(nodes.map((node) => writeTex(node, depth)))

function joined(parts: readonly string[]): string {
  let tex = ''
  for (const next of parts) {
    // A command needs a space before letters.
    const isApart = /\\[a-zA-Z]+$/.test(tex.slice(-20)) && /^[a-zA-Z]/.test(next)
    tex += isApart ? ` ${next}` : next
  }
  return tex
}

type Write = (parts: readonly string[], element: Element) => string

function writeTex(node: ChildNode, depth: number): string {
  if (isText(node)) return node.data.trim() === '' ? '' : escaped(node.data.trim())
  if (!isTag(node) || silent.has(node.name)) return ''
  if (depth > depthMax) return escaped(textIn(node))
  const token = tokens.get(node.name)
  if (token) return token(textIn(node))
  const children = node.children.filter((child) => isTag(child) && !silent.has(child.name))
  if (node.name === 'mtable') return matrix(children, depth)
  if (node.name === 'semantics') return row(children.slice(0, 1), depth + 1)
  const write = layouts.get(node.name)
  if (!write) return row(node.children, depth + 1)
  return write(
    children.map((child) => tidy(writeTex(child, depth + 1))),
    node,
  )
}

const textLengthMax = 2_000

const textIn = (element: Element): string =>
  oneLine(readText(element, { lengthMax: textLengthMax }))

const silent = new Set(['annotation', 'annotation-xml', 'mphantom', 'none', 'mprescripts'])

const functions = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp lim max min sup inf det dim gcd deg ker arg'.split(
    ' ',
  ),
)

const tokens: ReadonlyMap<string, (text: string) => string> = new Map([
  ['mi', identifier],
  ['mn', escaped],
  ['mo', operator],
  ['mtext', (text: string) => (text === '' ? ' ' : `\\text{${escaped(text)}}`)],
  ['ms', (text: string) => `\\text{${escaped(text)}}`],
  ['mspace', () => ' '],
])

function identifier(text: string): string {
  if (/^.?$/u.test(text)) return symbols.get(text) ?? escaped(text)
  return functions.has(text) ? `\\${text} ` : `\\mathrm{${escaped(text)}}`
}

function operator(text: string): string {
  // Invisible operators (function application, times, separator).
  if (/^[\u2061-\u2064]?$/.test(text)) return ''
  const name = symbols.get(text)
  if (name !== undefined) return ` ${name} `
  return functions.has(text) ? `\\${text} ` : escaped(text)
}

const symbols: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '×': '\\times',
    '·': '\\cdot',
    '⋅': '\\cdot',
    '÷': '\\div',
    '±': '\\pm',
    '−': '-',
    '≤': '\\le',
    '≥': '\\ge',
    '≠': '\\ne',
    '≈': '\\approx',
    '≡': '\\equiv',
    '∞': '\\infty',
    '∑': '\\sum',
    '∏': '\\prod',
    '∫': '\\int',
    '∂': '\\partial',
    '∇': '\\nabla',
    '∈': '\\in',
    '⊂': '\\subset',
    '∪': '\\cup',
    '∩': '\\cap',
    '→': '\\to',
    '⇒': '\\Rightarrow',
    '…': '\\dots',
    α: '\\alpha',
    β: '\\beta',
    γ: '\\gamma',
    δ: '\\delta',
    ε: '\\varepsilon',
    θ: '\\theta',
    λ: '\\lambda',
    μ: '\\mu',
    π: '\\pi',
    ρ: '\\rho',
    σ: '\\sigma',
    φ: '\\varphi',
    ω: '\\omega',
    Δ: '\\Delta',
    Σ: '\\Sigma',
    Ω: '\\Omega',
  }),
)

function escaped(text: string): string {
  return text.replaceAll('\\', '\\backslash ').replaceAll(/[#$%&_{}]/g, '\\$&')
}

/** Groups a base of several symbols with braces. */
const base = (tex: string | undefined = ''): string =>
  /^(?:.|\\[a-zA-Z]+)$/u.test(tex) ? tex : `{${tex}}`

const layouts: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['mfrac', ([over, under]) => `\\frac{${over ?? ''}}{${under ?? ''}}`],
  ['msqrt', (parts) => `\\sqrt{${joined(parts)}}`],
  ['mroot', ([radicand, index]) => `\\sqrt[${index ?? ''}]{${radicand ?? ''}}`],
  ['msup', ([what, over]) => `${base(what)}^{${over ?? ''}}`],
  ['msub', ([what, under]) => `${base(what)}_{${under ?? ''}}`],
  ['msubsup', ([what, under, over]) => `${base(what)}_{${under ?? ''}}^{${over ?? ''}}`],
  ['munderover', ([what, under, over]) => `${base(what)}_{${under ?? ''}}^{${over ?? ''}}`],
  ['munder', ([what, under]) => `${base(what)}_{${under ?? ''}}`],
  [
    'mover',
    ([what, over]) =>
      overs.get(over ?? '')?.(what ?? '') ?? `\\overset{${over ?? ''}}{${what ?? ''}}`,
  ],
  ['mfenced', fenced],
])

const accent = (name: string) => (what: string) => `\\${name}{${what}}`

const overs: ReadonlyMap<string, (what: string) => string> = new Map([
  ['¯', accent('overline')],
  ['‾', accent('overline')],
  ['―', accent('overline')],
  ['^', accent('hat')],
  ['ˆ', accent('hat')],
  ['~', accent('tilde')],
  ['˜', accent('tilde')],
  ['\\to', accent('vec')],
  ['˙', accent('dot')],
  ['.', accent('dot')],
])

function fenced(parts: readonly string[], { attribs }: Element): string {
  const { open = '(', close = ')', separators = ',' } = attribs
  return `\\left${fence(open)}${parts.join(separators.slice(0, 1))}\\right${fence(close)}`
}

const fence = (text: string): string => (text === '' ? '.' : escaped(text))

function matrix(rows: readonly ChildNode[], depth: number): string {
  const lines = rows.map((line) =>
    'children' in line
      ? line.children
          .filter((cell) => isTag(cell))
          .map((cell) => tidy(row(cell.children, depth + 2)))
          .join(' & ')
      : '',
  )
  return `\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}`
}
