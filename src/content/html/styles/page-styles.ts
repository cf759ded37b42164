import type { Element } from 'domhandler'
import { textOf } from '#content/html/walk.ts'
import { isHidden } from './element-style.ts'
import { isNarrower, keyOf, matches, namesOf } from './selector.ts'
import { readStyleSheet, type Effect, type StyleRule } from './style-sheet.ts'

const sheetsMax = 50
const sheetLengthMax = 500_000
/** Questions whether an element has a selector. */
const questionsMax = 1_000_000

/**
 * Writes what the style sheets in a page itself say of an element into its `style`: that it is hidden or struck out. An element that
 * another rule shows in some state, such as the panel of a tab, is not hidden, because readers unfold it.
 */
export function applyPageStyles(elements: readonly Element[]): void {
  const rules = elements
    .filter(({ name }) => name === 'style')
    .slice(0, sheetsMax)
    .flatMap((sheet) =>
      isForPrint(sheet) ? [] : readStyleSheet(textOf(sheet, { lengthMax: sheetLengthMax })),
    )
  if (!rules.some(({ effect, isConditional }) => effect !== 'shown' && !isConditional)) return
  const shown = grouped(
    rules.filter(({ effect }) => effect === 'shown'),
    ({ selector }) => namesOf(selector),
  )
  const byKey = grouped(
    rules.filter((rule) => rule.effect !== 'hidden' || !isUnfolded(rule, shown)),
    ({ selector }) => [keyOf(selector) ?? ''],
  )
  let questions = 0
  for (const element of elements) {
    const found = keysOf(element).flatMap((key) => byKey.get(key) ?? [])
    questions += found.length
    if (questions > questionsMax) return
    if (found.length > 0)
      apply(
        element,
        found.filter(({ selector }) => matches(selector, element)),
      )
  }
}

function grouped(
  rules: readonly StyleRule[],
  keysOfRule: (rule: StyleRule) => readonly string[],
): ReadonlyMap<string, readonly StyleRule[]> {
  const groups = new Map<string, StyleRule[]>()
  for (const rule of rules) {
    for (const key of keysOfRule(rule)) {
      const known = groups.get(key)
      if (known) known.push(rule)
      else groups.set(key, [rule])
    }
  }
  return groups
}

/** Rules that are asked whether they show what another one hides. */
const showingMax = 100

/** Whether another rule shows elements of a hiding one that have a further class, attribute, state or place. */
function isUnfolded(
  { selector }: StyleRule,
  shown: ReadonlyMap<string, readonly StyleRule[]>,
): boolean {
  const own = shown.get(keyOf(selector) ?? '') ?? []
  return own.slice(0, showingMax).some((rule) => isNarrower(rule.selector, selector))
}

const isForPrint = ({ attribs }: Element): boolean =>
  attribs['media']?.trim().toLowerCase() === 'print'

function keysOf({ name, attribs }: Element): string[] {
  const { id, class: classes } = attribs
  if (id === undefined && classes === undefined) return [name]
  return [name, `#${id ?? ''}`, ...(classes ?? '').split(/\s+/).map((own) => `.${own}`)]
}

function apply(element: Element, rules: readonly StyleRule[]): void {
  const struck = rules.some(({ effect, isConditional }) => effect === 'struck' && !isConditional)
  const hides = !isHidden(element) && lastEffect(rules) === 'hidden'
  if (!struck && !hides) return
  const own = element.attribs['style']
  const added = [
    ...(hides ? ['display: none'] : []),
    ...(struck ? ['text-decoration: line-through'] : []),
  ]
  element.attribs['style'] = [...added, ...(own === undefined ? [] : [own])].join('; ')
}

/** Of the rules that hide or show in every state, the effect of the strongest one. */
function lastEffect(rules: readonly StyleRule[]): Effect | undefined {
  let strongest: StyleRule | undefined
  for (const rule of rules) {
    if (rule.effect === 'struck' || rule.isConditional) continue
    if (!strongest || weightOf(rule) >= weightOf(strongest)) strongest = rule
  }
  return strongest?.effect
}

const importantWeight = 1_000_000

const weightOf = ({ selector, isImportant }: StyleRule): number =>
  selector.specificity + (isImportant ? importantWeight : 0)
