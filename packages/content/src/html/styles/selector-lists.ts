import { endOfNested } from './declarations.ts'

const selectorsMax = 100

/** The selectors of a list, each alternative of `:is()` and `:where()` for itself. */
export function splitSelectors(list: string): string[] {
  const found: string[] = []
  const waiting = splitList(list)
  for (let count = 0; count < selectorsMax; count++) {
    const selector = waiting.shift()
    if (selector === undefined) break
    const start = alternatives.exec(selector)
    if (!start) {
      found.push(selector)
      continue
    }
    const open = start.index + start[0].length - 1
    const end = endOfNested(selector, open)
    const before = selector.slice(0, start.index)
    for (const one of splitList(selector.slice(open + 1, end - 1)).slice(0, selectorsMax)) {
      // A name cannot follow another one: `.a:is(p)`.
      const isTag = /^\w/.test(one) && /[\w\]-]$/.test(before)
      if (!isTag) waiting.push(before + one + selector.slice(end))
    }
  }
  return found
}

const alternatives = /:(?:is|where|matches|-webkit-any)\(/i

/** Splits at the commas outside of brackets and strings. */
function splitList(list: string): string[] {
  const found: string[] = []
  let from = 0
  for (let at = 0; at < list.length && found.length < selectorsMax;) {
    if (list.charAt(at) === ',') {
      found.push(list.slice(from, at).trim())
      from = at + 1
    }
    at = Math.max(at + 1, endOfNested(list, at))
  }
  return [...found, list.slice(from).trim()]
}

/** Selectors of rules that stand inside of other ones: `&` is that of the outer rule, which stands around others without it. */
export function placeInside(
  selectors: readonly string[],
  outer: readonly string[] | undefined,
): readonly string[] {
  if (!outer) return selectors
  return outer
    .flatMap((around) =>
      selectors.map((own) =>
        own.includes('&') ? own.replaceAll('&', () => around) : `${around} ${own}`,
      ),
    )
    .slice(0, selectorsMax)
}
