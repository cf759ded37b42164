import { parseDeclarations, endOfNested, withoutComments } from './declarations.ts'
import { hides, placesOut, strikes } from './element-style.ts'
import { readSelector, type Selector } from './selector.ts'
import { placeInside, splitSelectors } from './selector-lists.ts'
import { appliesToScreen } from './media-query.ts'

/** What a rule of a style sheet says about the elements of its selector. */
export interface StyleRule {
  readonly selector: Selector
  readonly effect: Effect
  readonly isImportant: boolean
  /** Rules that apply in some states only, such as on wide screens or while a pointer is over the element. */
  readonly isConditional: boolean
}

export type Effect = 'hidden' | 'shown' | 'struck'

/** More rules than these that hide or strike something are those of a whole design. */
const rulesMax = 2_000

/** Longer style sheets are cut. */
const lengthMax = 500_000

const mayMatter = /display|visibility|line-through|clip|opacity|-\d{3}/gi

/** The next place of a pattern, and the end of the text where there is none. */
function findMatchFrom(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.exec(text)?.index ?? text.length
}

/** Reads the rules of a style sheet that hide, show or strike out elements; all others are passed over. */
export function readStyleSheet(sheet: string): StyleRule[] {
  const css = sheet.slice(0, lengthMax)
  const rules: StyleRule[] = []
  let mattering = findMatchFrom(mayMatter, css, 0)
  if (mattering === css.length) return rules
  /** The blocks around the place that is read: whether they always apply, and the selectors of those with rules inside. */
  const around: Around[] = []
  for (let at = 0; at < css.length && rules.length < rulesMax;) {
    const start = at
    at = findNext(stops, css, at)
    const sign = css.charAt(at++)
    if (sign === '}') around.pop()
    if (sign !== '{') continue
    const mayBeAtRule = css.slice(start, at).includes('@')
    let end = mayBeAtRule ? 0 : endOfBlock(css, at)
    if (mattering < at) mattering = findMatchFrom(mayMatter, css, at)
    if (!mayBeAtRule && mattering >= end) {
      at = end
      continue
    }
    const prelude = withoutComments(css.slice(start, at - 1)).trim()
    const kind = detectKind(prelude)
    const outer = around.at(-1)
    const isConditional = outer?.isConditional === true || kind === 'conditional'
    if (kind === 'skipped') {
      at = endOfBlock(css, at)
      continue
    }
    if (kind !== 'rule' && !outer?.selectors) {
      around.push({ isConditional })
      continue
    }
    end ||= endOfBlock(css, at)
    const block = css.slice(at, end - 1)
    if (mattering >= end) {
      at = end
      continue
    }
    const selectors =
      kind === 'rule' ? placeInside(splitSelectors(prelude), outer?.selectors) : outer?.selectors
    const isNesting = block.includes('{') && around.length < levelsMax
    addRules(rules, {
      selectors: selectors ?? [],
      block: isNesting ? readOwn(block) : block,
      isConditional,
    })
    if (isNesting) around.push({ isConditional, selectors })
    else at = end
  }
  return rules
}

interface Around {
  readonly isConditional: boolean
  readonly selectors?: readonly string[] | undefined
}

const levelsMax = 8

/** The declarations of a block with rules inside. */
function readOwn(block: string): string {
  let own = ''
  for (let from = 0; from < block.length;) {
    const open = findNext(openings, block, from)
    if (open >= block.length) return own + block.slice(from)
    const end = block.lastIndexOf(';', open)
    if (end >= from) own += block.slice(from, end + 1)
    from = endOfBlock(block, open + 1)
  }
  return own
}

const openings = /[{"'([/\\]/g
const stops = /[{};"'([/\\]/g
const braces = /[{}"'([/\\]/g
const nesting = new Set('"\'([/\\')

/** The next sign outside of strings, comments and brackets. */
function findNext(signs: RegExp, css: string, start: number): number {
  let at = start
  for (;;) {
    at = findMatchFrom(signs, css, at)
    if (!nesting.has(css.charAt(at))) return at
    at = Math.max(at + 1, endOfNested(css, at))
  }
}

const nameLengthMax = 30

/** What stands before a block: selectors, or a rule with rules inside. */
function detectKind(prelude: string): 'rule' | 'conditional' | 'applied' | 'skipped' {
  if (!prelude.startsWith('@')) return 'rule'
  const [name = ''] = prelude.slice(1, nameLengthMax).toLowerCase().split(/[\s(]/, 1)
  const rest = prelude.slice(1 + name.length).toLowerCase()
  if (name === 'layer') return 'applied'
  if (name === 'supports') return /^\s*not\b/.test(rest) ? 'skipped' : 'applied'
  if (name === 'container') return 'conditional'
  return name === 'media' ? appliesToScreen(rest) : 'skipped'
}

/** The place behind a block, given the one behind its opening brace. */
function endOfBlock(css: string, start: number): number {
  let depth = 1
  let at = start
  while (depth > 0) {
    at = findNext(braces, css, at)
    if (at >= css.length) return css.length
    depth += css.charAt(at++) === '{' ? 1 : -1
  }
  return at
}

interface Rule {
  readonly selectors: readonly string[]
  readonly block: string
  readonly isConditional: boolean
}

function addRules(rules: StyleRule[], { selectors, block, isConditional }: Rule): void {
  const declarations = parseDeclarations(block, readProperties)
  const display = declarations.some(
    ({ property }) => property === 'display' || property === 'visibility',
  )
  const isHiding = hides(declarations) || placesOut(declarations)
  const effects: Effect[] = [
    ...(isHiding ? (['hidden'] as const) : display ? (['shown'] as const) : []),
    ...(strikes(declarations) ? ['struck' as const] : []),
  ]
  if (effects.length === 0) return
  const isImportant = declarations.some(
    (own) => own.isImportant && hidingProperties.has(own.property),
  )
  for (const text of selectors) {
    const selector = readSelector(text)
    if (!selector) continue
    for (const effect of effects)
      rules.push({
        selector,
        effect,
        isImportant,
        isConditional: isConditional || selector.isInState,
      })
  }
}

/** All properties that the tests of `element-style.ts` ask for. */
const readProperties = new Set(
  (
    'display visibility content-visibility opacity height max-height width position clip clip-path left right top ' +
    'text-decoration text-decoration-line'
  ).split(' '),
)
const hidingProperties = new Set(['display', 'visibility'])
