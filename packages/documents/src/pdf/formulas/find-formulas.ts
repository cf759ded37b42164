import type { Drawing, Glyph } from '#documents/pdf/page-glyphs.ts'
import { around, computeCentre, type Box } from './boxes.ts'
import { composed } from './compose.ts'
import { integral, largeOperator, limitFunction, operator, relation } from './tex-symbols.ts'
import { toTex } from './to-tex.ts'
import { isMathFont, makeTokens, type Token } from './tokens.ts'
import { beforeGap, behindGap, tokensBetween, type Between } from './tokens-between.ts'

/** A formula of a page. */
export interface Formula extends Box {
  readonly tex: string
  /** Of the baseline. */
  readonly y: number
  readonly size: number
  readonly glyphs: readonly Glyph[]
}

/** Of a page; more are no page of text. */
const lettersMax = 8_000
const sameLineMax = 0.12
const scriptSizeMax = 0.86
/** In font sizes. */
const tallGapMax = 3
const runGapMin = 1.2
/** A gap that may hold a letter of the line that scripts belong to. */
const scriptGapMin = 0.2
const scriptWordsMax = 2

/** The formulas of a page that is set with mathematical fonts. */
export function findFormulas({ glyphs, rules }: Drawing): Formula[] {
  if (glyphs.length > lettersMax || !glyphs.some(({ font }) => isMathFont(font))) return []
  const tokens = composed(makeTokens(glyphs), rules)
  const runs = findRuns(tokens)
  const scripts = new Map<Token, Token[]>()
  const mains: Run[] = []
  for (const run of runs.toSorted((a, b) => b.size - a.size)) {
    const base = findBase(run, runs)
    if (base) scripts.set(base, [...(scripts.get(base) ?? []), ...run.tokens])
    else mains.push(run)
  }
  const withAll = (token: Token): Token[] => [token, ...(scripts.get(token) ?? []).flatMap(withAll)]
  return joinedRuns(mains, scripts).flatMap((run) =>
    listSequences(run).flatMap((sequence) => {
      const own = trimmed(sequence, (token) => (scripts.get(token) ?? []).length > 0)
      const all = own.flatMap(withAll)
      if (!isFormula(all, own)) return []
      const [first] = own as [Token]
      const formula: Formula = {
        ...around(all),
        tex: toTex(all),
        y: run.y,
        size: run.size,
        glyphs: all.flatMap((token) => token.glyphs),
      }
      return first ? [formula] : []
    }),
  )
}

/** Joins runs of one line that only scripts part. */
function joinedRuns(mains: readonly Run[], scripts: ReadonlyMap<Token, readonly Token[]>): Run[] {
  const joined: Run[] = []
  const findRight = (token: Token): number =>
    Math.max(token.right, ...(scripts.get(token) ?? []).map(findRight))
  for (const run of mains.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
    const before = joined.findLast(
      (other) =>
        Math.abs(other.y - run.y) <= sameLineMax * run.size &&
        other.right <= run.left &&
        run.left - Math.max(...other.tokens.map(findRight)) <= runGapMin * run.size,
    )
    if (!before) {
      joined.push(run)
      continue
    }
    const tokens = [...before.tokens, ...run.tokens]
    joined[joined.indexOf(before)] = { ...before, ...around(tokens), tokens }
  }
  return joined
}

/** Tokens on one baseline without a wide gap. */
interface Run extends Box {
  readonly tokens: readonly Token[]
  readonly y: number
  readonly size: number
}

function findRuns(tokens: readonly Token[]): Run[] {
  const lines: Line[] = []
  const recent = 40
  for (const token of tokens.filter(({ isTall }) => !isTall).toSorted((a, b) => b.y - a.y)) {
    const line = lines
      .slice(-recent)
      .findLast(
        ({ y, size }) =>
          Math.abs(y - token.y) <= sameLineMax * token.size &&
          Math.min(size, token.size) >= scriptSizeMax * Math.max(size, token.size),
      )
    if (line) line.tokens.push(token)
    else lines.push({ y: token.y, size: token.size, tokens: [token] })
  }
  const tall = tokens.filter(({ isTall }) => isTall).toSorted((a, b) => a.left - b.left)
  const apart = tall.filter((token) => !addToLine(token, lines)).toReversed()
  for (const token of apart)
    if (!addToLine(token, lines)) lines.push({ y: token.y, size: token.size, tokens: [token] })
  const between = tokensBetween(tokens)
  return lines.flatMap((line) => toRuns(line, between))
}

interface Line {
  readonly y: number
  readonly size: number
  readonly tokens: Token[]
}

/** Adds a tall token to the line that its middle fits; false when there is none beside it. */
function addToLine(tall: Token, lines: readonly Line[]): boolean {
  const found = lines
    .filter(
      ({ y, size }) =>
        size >= scriptSizeMax * tall.size &&
        Math.abs(y - tall.y) <= 0.35 * Math.max(size, tall.size),
    )
    .map((line) => ({
      line,
      far: Math.min(
        ...line.tokens.map(({ left, right }) => Math.max(left - tall.right, tall.left - right)),
      ),
    }))
    .filter(({ line, far }) => far <= tallGapMax * line.size)
    .toSorted((a, b) => a.far - b.far)[0]
  found?.line.tokens.push(tall)
  return found !== undefined
}

function toRuns({ y, size, tokens }: Line, between: Between): Run[] {
  const groups: Token[][] = []
  let right = -Infinity
  for (const token of tokens.toSorted((a, b) => a.left - b.left)) {
    const last = groups.at(-1)
    const gap = token.left - right
    const isNear =
      gap <= runGapMin * size && !(gap > scriptGapMin * size && isParted(right, token, between))
    if (last && isNear) last.push(token)
    else groups.push([token])
    right = Math.max(isNear ? right : -Infinity, token.right)
  }
  return groups.map((own) => ({ ...around(own), tokens: own, y, size }))
}

/** Whether a larger letter stands between scripts. */
function isParted(right: number, next: Token, between: Between): boolean {
  return between(right, next.left).some(
    (token) =>
      next.size <= scriptSizeMax * token.size &&
      token.left >= right - beforeGap * token.size &&
      token.right <= next.left + behindGap * token.size &&
      token.bottom - next.top <= 0.4 * token.size &&
      next.bottom - token.top <= 0.4 * token.size,
  )
}

/** The token that a run of small letters is a script or limit of. */
function findBase(run: Run, runs: readonly Run[]): Token | undefined {
  const words = run.tokens.filter(({ kind }) => kind === 'word')
  if (words.length > scriptWordsMax || words.some(({ text }) => text.length > 12)) return undefined
  let best: { token: Token; far: number } | undefined
  for (const other of runs) {
    if (other === run || run.size > scriptSizeMax * other.size) continue
    if (other.left - run.right > other.size || run.left - other.right > other.size) continue
    if (other.bottom - run.top > other.size || run.bottom - other.top > other.size) continue
    for (const token of other.tokens) {
      const far = measureDistance(run, token, other.size)
      if (far !== undefined && far < (best?.far ?? Infinity)) best = { token, far }
    }
  }
  return best?.token
}

/** Distance of a script from its base in points; undefined when it cannot be its script. */
function measureDistance(run: Run, token: Token, size: number): number | undefined {
  const isLimit = largeOperator.test(token.text) || limitFunction.test(token.text)
  const centre = computeCentre(run)
  const apart = Math.max(token.bottom - run.top, run.bottom - token.top)
  if (
    isLimit &&
    Math.abs(centre - computeCentre(token)) <= 0.5 * size &&
    apart > -0.1 * size &&
    apart <= 0.6 * size
  )
    return Math.max(0, apart)
  const gap = run.left - token.right
  const isAfter = gap >= -0.6 * size && gap <= 0.3 * size && run.left > token.left
  if (!isAfter || apart > 0.15 * size || token.kind === 'word') return undefined
  const shift = run.y - token.y
  const isShifted = token.isTall || Math.abs(shift) >= 0.08 * size
  return isShifted && (token.isTall || Math.abs(shift) <= size) ? Math.abs(gap) : undefined
}

/** Parts of a run between words and wide gaps. */
function listSequences(run: Run): Token[][] {
  const sequences: Token[][] = [[]]
  for (const [at, token] of run.tokens.entries()) {
    const isName = token.kind === 'neutral' && /^\p{L}$/u.test(token.text)
    if (token.kind === 'word' || (isName && !isJoined(run.tokens, at))) sequences.push([])
    else sequences.at(-1)?.push(token)
  }
  return sequences.filter((sequence) => sequence.length > 0)
}

const joinedGapMax = 0.3

/** Whether a letter of a text font touches a sign or a letter of a formula. */
function isJoined(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token
  const near = [tokens[at - 1], tokens[at + 1]].filter(
    (other) =>
      other &&
      Math.max(other.left - token.right, token.left - other.right) <= joinedGapMax * token.size,
  )
  return near.some(
    (other) => other && (other.kind === 'math' || /^[([{)\]}|=+/]$/.test(other.text)),
  )
}

const punctuation = /^[,.;:!?'’"“”`‘…]$/u
const [opening, closing] = ['([{⟨⌊⌈', ')]}⟩⌋⌉']

/** Without punctuation at the ends and without brackets that have no counterpart. */
function trimmed(sequence: readonly Token[], hasScripts: (token: Token) => boolean): Token[] {
  let own = [...sequence]
  for (;;) {
    const [first, last] = [own[0], own.at(-1)]
    if (
      first &&
      !hasScripts(first) &&
      (punctuation.test(first.text) || closing.includes(first.text))
    )
      own = own.slice(1)
    else if (
      last &&
      !hasScripts(last) &&
      (punctuation.test(last.text) || opening.includes(last.text))
    )
      own = own.slice(0, -1)
    else {
      const unpaired = own.length > 0 ? unpairedEnd(own, hasScripts) : undefined
      if (!unpaired) return own
      own = unpaired
    }
  }
}

function unpairedEnd(
  own: readonly Token[],
  hasScripts: (token: Token) => boolean,
): Token[] | undefined {
  const count = (letters: string) => own.filter(({ text }) => letters.includes(text)).length
  const [first, last] = [own[0], own.at(-1)]
  if (count(closing) > count(opening) && last && closing.includes(last.text) && !hasScripts(last))
    return own.slice(0, -1)
  if (
    count(opening) > count(closing) &&
    first &&
    opening.includes(first.text) &&
    !hasScripts(first)
  )
    return own.slice(1)
  return undefined
}

/** Whether tokens are more than a name or a sign in a text. */
function isFormula(all: readonly Token[], own: readonly Token[]): boolean {
  const math = all.filter(({ kind }) => kind === 'math')
  if (own.length === 0 || math.length === 0) return false
  const isComposed = own.some(({ tex, isTall }) => isTall || /^\\(?:frac|sqrt|overline)/.test(tex))
  const hasLetter = all.some(
    ({ text, kind, tex }) => (kind === 'math' && /^\p{L}$/u.test(text)) || tex.startsWith('\\math'),
  )
  const letters = all.filter(({ text }) => /^\p{L}$/u.test(text)).length
  const hasSign = all.some(
    ({ text }) =>
      relation.test(text) ||
      operator.test(text) ||
      integral.test(text) ||
      (letters > 1 && /^[(/|]$/.test(text)),
  )
  const hasScripts = all.length > own.length
  return (
    isComposed ||
    (hasLetter && (hasSign || hasScripts)) ||
    (hasScripts && math.length > 0 && all.length > 2)
  )
}
