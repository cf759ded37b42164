import type { PageRule as Rule } from '#documents/pdf/page-glyphs.ts'
import { around, computeCentre, computeMiddle, type Box } from './boxes.ts'
import { withMatrices } from './matrices.ts'
import { accents } from './tex-symbols.ts'
import { mainLine, toTex } from './to-tex.ts'
import { axis, type Token } from './tokens.ts'

const rulesMax = 150
const ruleWidthMax = 420
/** In font sizes. */
const reachMax = 0.75
const scriptSizeMax = 0.86
const filledMin = 0.45

/** Composes accents, roots, fractions and overlined parts into single tokens, from the inside out. */
export function composed(given: readonly Token[], rules: readonly Rule[]): Token[] {
  let tokens = withNegations(withAccents(given))
  const inner = rules
    .filter(({ left, right }) => right - left <= ruleWidthMax)
    .toSorted((a, b) => a.right - a.left - (b.right - b.left))
    .slice(0, rulesMax)
  for (const rule of inner) {
    const found = root(tokens, rule) ?? fraction(tokens, rule) ?? overline(tokens, rule)
    if (found) tokens = [...tokens.filter((token) => !found.parts.includes(token)), found.token]
  }
  return withMatrices(tokens)
}

interface Composed {
  readonly token: Token
  readonly parts: readonly Token[]
}

function makeComposed(
  tex: string,
  parts: readonly Token[],
  place: Pick<Token, 'y' | 'size' | 'isTall'>,
): Composed {
  const token: Token = {
    ...around(parts),
    ...place,
    text: tex,
    tex,
    kind: 'math',
    glyphs: parts.flatMap(({ glyphs }) => glyphs),
  }
  return { token, parts }
}

const within = (token: Token, { left, right }: Rule, margin: number) =>
  computeCentre(token) >= left - margin &&
  computeCentre(token) <= right + margin &&
  token.left >= left - 3 &&
  token.right <= right + 3

/** A root: a radical sign whose upper end continues as a rule. */
function root(tokens: readonly Token[], rule: Rule): Composed | undefined {
  const sign = tokens.find(
    (token) =>
      token.text === '√' &&
      Math.abs(token.right - rule.left) <= 1.2 &&
      Math.abs(token.top - rule.y) <= 1.2,
  )
  if (!sign) return undefined
  const inside = tokens.filter(
    (token) =>
      token !== sign &&
      within(token, rule, 0.5) &&
      token.top <= rule.y + 1 &&
      computeMiddle(token) >= sign.bottom - 0.1 * sign.size,
  )
  if (inside.length === 0) return undefined
  const { base, size } = mainLine(inside)
  return makeComposed(`\\sqrt{${toTex(inside)}}`, [sign, ...inside], {
    y: base,
    size,
    isTall: false,
  })
}

/** A fraction: tokens directly above and below a rule, and not beyond its ends. */
function fraction(tokens: readonly Token[], rule: Rule): Composed | undefined {
  const over = listSide(tokens, rule, 1)
  const under = listSide(tokens, rule, -1)
  if (over.length === 0 || under.length === 0) return undefined
  const parts = [...over, ...under]
  const width = rule.right - rule.left
  const widest = Math.max(...[over, under].map((side) => measureWidth(around(side))))
  if (
    widest < filledMin * width ||
    parts.some((token) => token.kind === 'word' && token.text.length > 12)
  )
    return undefined
  const size = Math.max(...parts.filter(({ isTall }) => !isTall).map((token) => token.size), 0)
  const isMath = parts.some(({ kind }) => kind === 'math') || hasNeighbour(tokens, rule, size)
  if (!isMath || size === 0) return undefined
  const tex = `\\frac{${toTex(over)}}{${toTex(under)}}`
  return makeComposed(tex, parts, { y: rule.y - axis * size, size, isTall: true })
}

const measureWidth = ({ left, right }: Box) => right - left

/** The numerator (1) or denominator (-1) at a rule. */
function listSide(tokens: readonly Token[], rule: Rule, side: 1 | -1): Token[] {
  const distance = (token: Token) => (side === 1 ? token.bottom - rule.y : rule.y - token.top)
  const inside = tokens.filter(
    (token) => within(token, rule, 0.5) && (computeMiddle(token) - rule.y) * side > 0,
  )
  const near = inside.filter((token) => distance(token) <= reachMax * token.size)
  if (near.length === 0) return []
  const { mains, base, size } = mainLine(near)
  if (mains.some((token) => distance(token) < -0.3 * size)) return []
  const isPart = (token: Token) =>
    mains.includes(token) ||
    (token.isTall && Math.abs(token.y - base) <= 0.4 * size) ||
    (!token.isTall && Math.abs(token.y - base) <= 0.16 * size) ||
    (token.size <= scriptSizeMax * size &&
      token.y - base < 0.95 * size &&
      base - token.y < 0.9 * size)
  // A line of text that crosses the end of the rule is not part of a fraction.
  const isCrossed = tokens.some(
    (token) =>
      !inside.includes(token) &&
      !token.isTall &&
      Math.abs(token.y - base) <= 0.16 * size &&
      token.right > rule.left - 0.35 * size &&
      token.left < rule.right + 0.35 * size &&
      token.size >= scriptSizeMax * size,
  )
  return isCrossed ? [] : inside.filter(isPart)
}

function hasNeighbour(tokens: readonly Token[], rule: Rule, size: number): boolean {
  return tokens.some(
    (token) =>
      token.kind !== 'word' &&
      Math.abs(token.y + axis * token.size - rule.y) <= 0.2 * Math.max(size, token.size) &&
      (Math.abs(token.right - rule.left) <= 0.6 * size ||
        Math.abs(token.left - rule.right) <= 0.6 * size),
  )
}

/** A rule close above tokens without anything above it. */
function overline(tokens: readonly Token[], rule: Rule): Composed | undefined {
  const inside = tokens.filter(
    (token) =>
      within(token, rule, 0.3) &&
      token.top <= rule.y + 0.5 &&
      rule.y - token.top <= 0.35 * token.size,
  )
  const isMath = inside.some(({ kind }) => kind === 'math')
  if (!isMath || inside.some(({ kind }) => kind === 'word')) return undefined
  const { base, size } = mainLine(inside)
  return makeComposed(`\\overline{${toTex(inside)}}`, inside, { y: base, size, isTall: false })
}

function withAccents(tokens: readonly Token[]): Token[] {
  let all = [...tokens]
  for (const accent of tokens) {
    const command = accents[accent.text]
    if (command === undefined) continue
    const base = all.find(
      (token) =>
        token !== accent &&
        token.kind !== 'word' &&
        /^\p{L}$|^\\/u.test(token.text) &&
        Math.abs(computeCentre(token) - computeCentre(accent)) <= 0.3 * token.size &&
        accent.bottom >= token.top - 0.25 * token.size &&
        accent.bottom - token.top <= 0.35 * token.size,
    )
    if (!base || (base.kind !== 'math' && accent.kind !== 'math')) continue
    const { token } = makeComposed(`\\${command}{${base.tex}}`, [base, accent], base)
    all = all.flatMap((one) =>
      one === base ? [{ ...token, isTall: false }] : one === accent ? [] : [one],
    )
  }
  return all
}

const negated: Readonly<Record<string, string>> = {
  '=': '\\neq',
  '∈': '\\notin',
  '≡': '\\not\\equiv',
}

/** A slash of no width before the sign it negates. */
function withNegations(tokens: readonly Token[]): Token[] {
  let all = [...tokens]
  for (const slash of tokens.filter(({ text }) => text === '\u0338')) {
    const sign = all.find(
      (token) =>
        token !== slash &&
        Math.abs(token.y - slash.y) < 1 &&
        Math.abs(computeCentre(token) - computeCentre(slash)) <= 0.3 * token.size,
    )
    if (!sign) continue
    const { token } = makeComposed(negated[sign.text] ?? `\\not ${sign.tex}`, [slash, sign], sign)
    all = all.flatMap((one) => (one === sign ? [token] : one === slash ? [] : [one]))
  }
  return all
}
