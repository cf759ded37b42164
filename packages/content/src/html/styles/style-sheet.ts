import { parseDeclarations, endOfNested, withoutComments } from './declarations.ts'
import { hides, strikes } from './element-style.ts'
import { readSelector, type Selector } from './selector.ts'
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

const mayMatter = /display|visibility|line-through/i

/** Reads the rules of a style sheet that hide, show or strike out elements; all others are passed over. */
export function readStyleSheet(sheet: string): StyleRule[] {
  const css = sheet.slice(0, lengthMax)
  const rules: StyleRule[] = []
  if (!mayMatter.test(css)) return rules
  /** Ends of the conditional blocks around the place that is read, and whether they apply. */
  const around: { readonly isConditional: boolean }[] = []
  for (let at = 0; at < css.length && rules.length < rulesMax;) {
    const start = at
    at = findNext(stops, css, at)
    const sign = css.charAt(at++)
    if (sign === '}') around.pop()
    if (sign !== '{') continue
    const prelude = withoutComments(css.slice(start, at - 1)).trim()
    const kind = detectKind(prelude)
    const isConditional = around.at(-1)?.isConditional === true
    if (kind === 'skipped') at = endOfBlock(css, at)
    else if (kind === 'rule') {
      const end = endOfBlock(css, at)
      const block = css.slice(at, end - 1)
      if (mayMatter.test(block)) addRules(rules, { prelude, block, isConditional })
      at = end
    } else around.push({ isConditional: isConditional || kind === 'conditional' })
  }
  return rules
}

const stops = /[{};"'([/\\]/g
const braces = /[{}"'([/\\]/g
const nesting = new Set('"\'([/\\')

/** The next sign outside of strings, comments and brackets. */
function findNext(signs: RegExp, css: string, start: number): number {
  let at = start
  for (;;) {
    signs.lastIndex = at
    at = signs.exec(css)?.index ?? css.length
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
  if (name === 'supports' || name === 'container') return 'conditional'
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

const selectorsMax = 100

function addRules(
  rules: StyleRule[],
  { prelude, block, isConditional }: { prelude: string; block: string; isConditional: boolean },
): void {
  const declarations = parseDeclarations(block)
  const display = declarations.some(
    ({ property }) => property === 'display' || property === 'visibility',
  )
  const isHiding = hides(declarations)
  const effects: Effect[] = [
    ...(display ? [isHiding ? ('hidden' as const) : ('shown' as const)] : []),
    ...(strikes(declarations) ? ['struck' as const] : []),
  ]
  if (effects.length === 0) return
  const isImportant = declarations.some(
    (own) => own.isImportant && hidingProperties.has(own.property),
  )
  for (const text of prelude.split(',', selectorsMax)) {
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

const hidingProperties = new Set(['display', 'visibility'])
