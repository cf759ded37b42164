import { around, computeCentre, computeMiddle } from './boxes.ts'
import { toTex } from './to-tex.ts'
import { axis, type Token } from './tokens.ts'

const scriptSizeMax = 0.86
/** In font sizes. */
const heightMin = 1.9
const rowGapMin = 0.85
const cellGapMin = 0.85
const caseGapMax = 5
const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '∣': '∣', '|': '|' }

/** Composes matrices, binomials and cases: several lines between tall delimiters. */
export function withMatrices(given: readonly Token[]): Token[] {
  let tokens = [...given]
  const tall = given.filter(
    ({ isTall, top, bottom, size, text }) =>
      isTall && top - bottom >= heightMin * size && pairs[text] !== undefined,
  )
  for (const open of tall.toSorted((a, b) => a.top - a.bottom - (b.top - b.bottom))) {
    if (!tokens.includes(open)) continue
    const close = findClose(open, tokens)
    const inside = close
      ? between(tokens, open, close)
      : open.text === '{'
        ? afterBrace(tokens, open)
        : []
    const rows = groupRows(inside)
    if (rows.length < 2) continue
    const parts = [open, ...inside, ...(close ? [close] : [])]
    const token: Token = {
      ...open,
      ...around(parts),
      y: computeMiddle(open) - axis * open.size,
      text: 'matrix',
      tex: writeTex(rows, open, close),
      kind: 'math',
      isTall: true,
      glyphs: parts.flatMap(({ glyphs }) => glyphs),
    }
    tokens = [...tokens.filter((one) => !parts.includes(one)), token]
  }
  return tokens
}

function findClose(open: Token, tokens: readonly Token[]): Token | undefined {
  return tokens
    .filter(
      (token) =>
        token !== open &&
        token.text === pairs[open.text] &&
        token.isTall &&
        token.left > open.right &&
        Math.abs(computeMiddle(token) - computeMiddle(open)) <= 0.3 * open.size &&
        Math.abs(token.top - open.top) <= open.size,
    )
    .toSorted((a, b) => a.left - b.left)[0]
}

const isBeside = (token: Token, open: Token) =>
  computeMiddle(token) <= open.top + 0.2 * open.size &&
  computeMiddle(token) >= open.bottom - 0.2 * open.size

const between = (tokens: readonly Token[], open: Token, close: Token) =>
  tokens.filter(
    (token) =>
      token !== open &&
      token !== close &&
      computeCentre(token) > open.left &&
      computeCentre(token) < close.right &&
      isBeside(token, open),
  )

/** The tokens to the right of a brace, up to a wide gap. */
function afterBrace(tokens: readonly Token[], open: Token): Token[] {
  const right = tokens
    .filter((token) => token.left >= open.right - 1 && isBeside(token, open))
    .toSorted((a, b) => a.left - b.left)
  let end = open.right
  const inside: Token[] = []
  for (const token of right) {
    if (token.left - end > caseGapMax * open.size) break
    inside.push(token)
    end = Math.max(end, token.right)
  }
  return inside
}

/** Lines from top to bottom. */
function groupRows(inside: readonly Token[]): Token[][] {
  if (inside.length === 0) return []
  const size = Math.max(...inside.map((token) => token.size))
  const rows: { y: number; tokens: Token[] }[] = []
  const isMain = (token: Token) => token.size >= scriptSizeMax * size && !token.isTall
  for (const token of inside.filter(isMain).toSorted((a, b) => b.y - a.y)) {
    const row = rows.find(({ y }) => Math.abs(y - token.y) <= 0.3 * size)
    if (row) row.tokens.push(token)
    else rows.push({ y: token.y, tokens: [token] })
  }
  const isClose = rows.some(({ y }, at) => at > 0 && (rows[at - 1]?.y ?? 0) - y < rowGapMin * size)
  if (isClose) return []
  for (const token of inside.filter((one) => !isMain(one))) {
    const [nearest] = rows.toSorted((a, b) => Math.abs(a.y - token.y) - Math.abs(b.y - token.y))
    nearest?.tokens.push(token)
  }
  return rows.map((row) => row.tokens)
}

function writeTex(
  rows: readonly (readonly Token[])[],
  open: Token,
  close: Token | undefined,
): string {
  const cells = rows.map(listCells)
  const columns = Math.max(...cells.map(({ length }) => length))
  const lines = cells.map((row) => row.map(toTex).join(' & '))
  if (!close) return `\\begin{cases}${lines.join(' \\\\ ')}\\end{cases}`
  if (open.text === '(' && columns === 1 && lines.length === 2)
    return `\\binom{${lines[0]}}{${lines[1]}}`
  return `\\left${open.tex}\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}\\right${close.tex}`
}

function listCells(row: readonly Token[]): Token[][] {
  const cells: Token[][] = []
  let right = -Infinity
  for (const token of row.toSorted((a, b) => a.left - b.left)) {
    const last = cells.at(-1)
    if (last && token.left - right <= cellGapMin * token.size) last.push(token)
    else cells.push([token])
    right = Math.max(right, token.right)
  }
  return cells
}
