import { isTag, type Element } from 'domhandler'

/** Whether an element stands at a place among its siblings. */
export type PlaceTest = (element: Element) => boolean

/** Later siblings of long lists are not counted. */
const siblingsMax = 200

const pseudo =
  /^:(?:(first|last|only)-(child|of-type)|nth-(last-)?(child|of-type)\(\s{0,9}([^()]{1,30}?)\s{0,9}\)|(root|empty))$/i

/** What a pseudo-class says of the place of an element; undefined for one of another kind. */
export function readPlace(text: string): PlaceTest | undefined {
  const [, side, kind, isLast, nthKind, formula, own] = pseudo.exec(text.toLowerCase()) ?? []
  if (own === 'root') return ({ name }) => name === 'html'
  if (own === 'empty') return ({ children }) => children.length === 0
  if (side !== undefined) {
    const steps =
      side === 'only' ? (['prev', 'next'] as const) : ([side === 'last' ? 'next' : 'prev'] as const)
    return (element) => steps.every((step) => findPosition(element, step, kind === 'of-type') === 1)
  }
  const wanted = formula === undefined ? undefined : readFormula(formula)
  if (!wanted) return undefined
  const step = isLast === undefined ? 'prev' : 'next'
  return (element) => {
    const position = findPosition(element, step, nthKind === 'of-type')
    if (position === undefined) return false
    const count = position - wanted.start
    return wanted.step === 0 ? count === 0 : count % wanted.step === 0 && count / wanted.step >= 0
  }
}

const numbers = /^(?:([+-]?\d{0,4})n(?:\s{0,3}([+-])\s{0,3}(\d{1,4}))?|([+-]?\d{1,4}))$/

/** Every so many elements from which one on: `odd`, `3`, `2n+1`, `-n + 4`. */
function readFormula(text: string): { step: number; start: number } | undefined {
  if (text === 'odd') return { step: 2, start: 1 }
  if (text === 'even') return { step: 2, start: 0 }
  const [found, step = '', sign = '', start = '0', only] = numbers.exec(text) ?? []
  if (found === undefined) return undefined
  if (only !== undefined) return { step: 0, start: Number(only) }
  return { step: /\d$/.test(step) ? Number(step) : Number(`${step}1`), start: Number(sign + start) }
}

/** The place of an element among its siblings from one end, 1 for the first; undefined far behind it. */
function findPosition(
  element: Element,
  step: 'prev' | 'next',
  isOfType: boolean,
): number | undefined {
  let position = 1
  let at = element[step]
  for (let count = 0; at; count++, at = at[step]) {
    if (count > siblingsMax) return undefined
    if (isTag(at) && (!isOfType || at.name === element.name)) position++
  }
  return position
}
