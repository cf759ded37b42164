import { isTag, type Element } from 'domhandler'
import { marksFor, mayHave, setMarked } from '#content/html/marks.ts'
import { readText } from '#content/html/walk.ts'
import { isHidden, showsItself } from './element-style.ts'
import { isNarrower, findKey, matches, listNames } from './selector.ts'
import { readStyleSheet, type StyleRule } from './style-sheet.ts'
import { resolveVariables } from './variables.ts'

const sheetsMax = 50
const sheetLengthMax = 500_000
/** Questions whether an element has a selector. */
const questionsMax = 1_000_000

/**
 * Writes what the style sheets in a page itself say of an element into its `style`: that it is hidden or struck out. An element that
 * another rule shows in some state, such as the panel of a tab, is not hidden, because readers unfold it. Returns those that it hides.
 */
export function applyPageStyles(elements: readonly Element[]): Element[] {
  const sheets = elements
    .filter((element) => element.name === 'style' && isForScreen(element))
    .slice(0, sheetsMax)
    .map((sheet) => readText(sheet, { lengthMax: sheetLengthMax }))
  if (!sheets.some((sheet) => mayHide.test(sheet))) return []
  const rules = resolveVariables(sheets).flatMap(readStyleSheet)
  if (!rules.some(({ effect, isConditional }) => effect !== 'shown' && !isConditional)) return []
  const shown = grouped(
    rules.filter(({ effect }) => effect === 'shown'),
    ({ selector }) => listNames(selector),
  )
  const applied = rules.filter((rule) => rule.effect !== 'hidden' || !isUnfolded(rule, shown))
  const listRules = createListRules(applied.filter(({ effect }) => effect !== 'shown'))
  const listShowing = createListRules(applied.filter(({ effect }) => effect === 'shown'))
  const hidden: Element[] = []
  let questions = 0
  for (const element of elements) {
    const candidates = listRules(element)
    if (candidates.length === 0) continue
    questions += candidates.length
    if (questions > questionsMax) break
    const found = candidates.filter(({ selector }) => matches(selector, element))
    if (found.length === 0) continue
    const showing = listShowing(element)
    questions += showing.length
    // What shows an element matters only where something hides it.
    const shows = showing.filter(({ selector }) => matches(selector, element))
    if (!shows.some(isUnfolding) && apply(element, [...found, ...shows])) hidden.push(element)
  }
  return hidden
}

/** Most sheets without one of these hide nothing; the others are read in vain. */
const mayHide =
  /(?:display|visibility)\s{0,9}(?:\/\*|:\s{0,9}(?:none|hidden|collapse|var\(|\/\*))|line-through|clip(?:-path)?\s{0,9}:\s{0,9}(?:rect|inset)|(?:left|right|top)\s{0,9}:\s{0,9}-\d{3}/i

const noRules: readonly StyleRule[] = []
const nothing: Element['attribs'] = {}
const named = marksFor('class', 'id')

/** Whether a rule shows elements with a name in some state of others: `#first:checked ~ .first-panel`. */
const isUnfolding = ({ selector }: StyleRule): boolean =>
  selector.isInState && /^[.#]/.test(findKey(selector) ?? '')

/** Finds the rules whose selector may be that of an element. */
function createListRules(rules: readonly StyleRule[]): (element: Element) => readonly StyleRule[] {
  const byKey = grouped(rules, ({ selector }) => [findKey(selector) ?? ''])
  const keyedBy = (sign: string) =>
    new Map([...byKey].flatMap(([key, own]) => (key.startsWith(sign) ? [[key.slice(1), own]] : [])))
  const [byName, byId] = [keyedBy('.'), keyedBy('#')]
  /** Lists of classes repeat. */
  const byClasses = new Map<string, readonly StyleRule[]>()
  const ofClasses = (classes: string): readonly StyleRule[] => {
    const known = byClasses.get(classes)
    if (known) return known
    const rules: StyleRule[] = []
    if (byName.size > 0)
      for (const name of classes.split(/\s+/)) rules.push(...(byName.get(name) ?? noRules))
    const found = rules.length === 0 ? noRules : rules
    byClasses.set(classes, found)
    return found
  }
  const attributes = [...byKey.keys()].flatMap((key) => (key.startsWith('[') ? key.slice(1) : []))
  const ofAttributes = (attribs: Element['attribs']): readonly StyleRule[] => {
    if (!attributes.some((name) => attribs[name] !== undefined)) return noRules
    const own = attributes.filter((name) => attribs[name] !== undefined)
    return own.flatMap((name) => byKey.get(`[${name}`) ?? noRules)
  }
  return (element) => {
    const { name, attribs } = element
    const { id, class: classes } = mayHave(element, named) ? attribs : nothing
    const ofTag = byKey.get(name) ?? noRules
    const ofId = id === undefined ? noRules : (byId.get(id) ?? noRules)
    const ofClass = classes === undefined ? noRules : ofClasses(classes)
    const ofAttribute = attributes.length === 0 ? noRules : ofAttributes(attribs)
    if (ofTag.length + ofId.length + ofAttribute.length === 0) return ofClass
    return [...ofTag, ...ofId, ...ofAttribute, ...ofClass]
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
  const own = shown.get(findKey(selector) ?? '') ?? []
  return own.slice(0, showingMax).some((rule) => isNarrower(rule.selector, selector))
}

/** A sheet for print, or for programs without scripts, says nothing of what readers see. */
const isForScreen = ({ attribs, parent }: Element): boolean =>
  attribs['media']?.trim().toLowerCase() !== 'print' &&
  !(parent && isTag(parent) && parent.name === 'noscript')

/** Writes what rules say of an element into its `style`; whether they hide it. */
function apply(element: Element, rules: readonly StyleRule[]): boolean {
  const struck = rules.some(({ effect, isConditional }) => effect === 'struck' && !isConditional)
  const own = element.attribs['style']
  const last = findStrongest(rules)
  const isOwn = last?.isImportant !== true && own !== undefined && showsItself(own)
  const hides = last?.effect === 'hidden' && !isHidden(element) && !isOwn
  if (!struck && !hides) return false
  const added = [
    ...(hides ? ['display: none'] : []),
    ...(struck ? ['text-decoration: line-through'] : []),
  ]
  setMarked(element, 'style', [...added, ...(own === undefined ? [] : [own])].join('; '))
  return hides
}

/** The strongest of the rules that hide or show in every state. */
function findStrongest(rules: readonly StyleRule[]): StyleRule | undefined {
  let strongest: StyleRule | undefined
  for (const rule of rules) {
    if (rule.effect === 'struck' || rule.isConditional) continue
    if (!strongest || computeWeight(rule) >= computeWeight(strongest)) strongest = rule
  }
  return strongest
}

const importantWeight = 1_000_000

const computeWeight = ({ selector, isImportant }: StyleRule): number =>
  selector.specificity + (isImportant ? importantWeight : 0)
