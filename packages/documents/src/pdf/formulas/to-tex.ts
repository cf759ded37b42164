import { computeMiddle, computeCentre } from './boxes.ts'
import { largeOperator, limitFunction, operator, relation } from './tex-symbols.ts'
import { axis, type Token } from './tokens.ts'

const sameLineMax = 0.16
const scriptSizeMax = 0.86
/** In font sizes. */
const clusterGapMax = 0.45
const limitReach = 1.2

/** TeX of the tokens of one formula. */
export function toTex(tokens: readonly Token[]): string {
  const { mains, base, size } = mainLine(tokens)
  const rest = tokens.filter((token) => !mains.includes(token))
  const isAbove = (token: Token) => computeMiddle(token) > base + axis * size
  const [over, under] = [rest.filter(isAbove), rest.filter((token) => !isAbove(token))]
  const scripts = mains.map(() => ({ over: [] as Token[], under: [] as Token[] }))
  for (const [kind, side] of [
    ['over', over],
    ['under', under],
  ] as const) {
    for (const cluster of groupClusters(side, mains, size)) {
      const at = findBaseLine(cluster, mains, size)
      scripts[Math.max(0, at)]?.[kind].push(...cluster)
    }
  }
  return joined(
    mains.map((token, at) => withScripts(token, scripts[at] ?? { over: [], under: [] })),
  )
    .replaceAll('\\cdot \\cdot \\cdot', '\\cdots')
    .replaceAll('...', '\\ldots ')
    .trim()
}

/** The tokens on the baseline of the formula, from left to right. */
export function mainLine(tokens: readonly Token[]): { mains: Token[]; base: number; size: number } {
  const size = Math.max(...tokens.map((token) => token.size))
  const large = tokens.filter((token) => token.size >= scriptSizeMax * size)
  const computeWeight = (y: number) =>
    large.reduce(
      (sum, token) =>
        sum + (Math.abs(token.y - y) <= sameLineMax * size ? token.right - token.left + 1 : 0),
      0,
    )
  let base = large[0]?.y ?? 0
  for (const { y } of large) if (computeWeight(y) > computeWeight(base)) base = y
  const mains = tokens
    .filter(({ y, isTall, size: own }) =>
      isTall
        ? Math.abs(y - base) <= 2 * sameLineMax * size
        : Math.abs(y - base) <= sameLineMax * size && own >= scriptSizeMax * size,
    )
    .toSorted((a, b) => a.left - b.left)
  return { mains, base, size }
}

/** Neighbouring scripts, which belong to one token. */
function groupClusters(side: readonly Token[], mains: readonly Token[], size: number): Token[][] {
  const clusters: Token[][] = []
  let right = -Infinity
  for (const token of side.toSorted((a, b) => a.left - b.left)) {
    const last = clusters.at(-1)
    const isParted = mains.some(
      (main) =>
        !isLarge(main) && main.left >= right - 0.2 * size && main.right <= token.left + 0.2 * size,
    )
    if (last && token.left - right <= clusterGapMax * size && !isParted) last.push(token)
    else clusters.push([token])
    right = Math.max(last === clusters.at(-1) ? right : -Infinity, token.right)
  }
  return clusters
}

const isLarge = ({ text }: Token) => largeOperator.test(text) || limitFunction.test(text)

/** Index of the token that a script belongs to: a large operator above or below it, or the token before it. */
function findBaseLine(cluster: readonly Token[], mains: readonly Token[], size: number): number {
  const left = Math.min(...cluster.map((token) => token.left))
  const right = Math.max(...cluster.map((token) => token.right))
  const centre = (left + right) / 2
  const limits = mains
    .map((token, index) => ({ token, index }))
    .filter(
      ({ token }) =>
        isLarge(token) &&
        Math.abs(computeCentre(token) - centre) <= limitReach * size &&
        left < token.right - 0.2 * size,
    )
    .toSorted(
      (a, b) =>
        Math.abs(computeCentre(a.token) - centre) - Math.abs(computeCentre(b.token) - centre),
    )
  if (limits[0]) return limits[0].index
  return mains.findLastIndex((token) => token.left < left && computeCentre(token) < centre)
}

interface Scripts {
  readonly over: readonly Token[]
  readonly under: readonly Token[]
}

function withScripts({ tex }: Token, { over, under }: Scripts): string {
  let whole = tex
  if (under.length > 0) whole += `_{${toTex(under)}}`
  if (over.length === 0) return whole
  if (over.every((token) => token.text === '′')) return whole + "'".repeat(over.length)
  return `${whole}^{${toTex(over)}}`
}

/** Joins parts with the blanks that TeX needs, and around relations and operators. */
function joined(parts: readonly string[]): string {
  let tex = ''
  for (const part of parts) {
    const isSign =
      relation.test(part) ||
      operator.test(part) ||
      /^\\(?:leq|geq|neq|in|to|equiv|sim|approx|subset(?:eq)?|mapsto|times|pm|cdot|otimes|oplus|notin)$/.test(
        part,
      )
    const needsBlank = /\\[a-zA-Z]+$/.test(tex) && /^[\p{L}]/u.test(part)
    const isUnary = /^(?:-|\+|\\pm)$/.test(part) && /(?:^|[([{,=] ?)$/.test(tex)
    if (tex !== '' && !tex.endsWith(' ') && ((isSign && !isUnary) || needsBlank)) tex += ' '
    tex += part + (isSign && !(isUnary && part.length === 1) ? ' ' : '')
  }
  return tex.trim()
}
