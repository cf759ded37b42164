import { compile, selectAll, type Options } from 'css-select'
import { isTag, type AnyNode, type Document, type Element } from 'domhandler'
import * as dom from 'domutils'
import { ReadError } from '#base/read-error.ts'
import { createFindByXPath, readXPath } from './xpath.ts'

/**
 * Elements that match a selector, CSS or XPath, in document order. Fails with `BAD_REQUEST` at `path`, for example
 * `['includeTags', 2]`, for an invalid selector or when all selectors of the request exceed the step limit.
 */
export type Select = (
  within: Document | Element,
  selector: string,
  path: readonly (string | number)[],
) => Element[]

/**
 * Node visits of all selectors of one page, about one second. The visits of `b ~ a ~ a ~ a` grow with
 * the number of siblings to the power of its parts.
 */
const stepsMax = 50_000_000

/** Characters of text per step. */
const charactersPerStep = 32

class TooManyStepsError extends Error {}

/** Step counter for the selectors of one page. */
export function createSelect(steps = stepsMax): Select {
  const step = createStep(steps)
  const options = { adapter: countingAdapter(step) }
  const findByXPath = createFindByXPath(step)
  return (within, selector, path) => {
    const expression = readXPath(selector)
    try {
      if (expression !== undefined) return findByXPath(within, expression, path)
      const matches = compileSelector(selector, options, path)
      return selectAll<AnyNode, Element>(matches, within, options).filter(isTag)
    } catch (cause) {
      if (!(cause instanceof TooManyStepsError)) throw cause
      const message = `"${selector.slice(0, 100)}" takes too many steps on a page of this size. Ask for less with a simpler selector.`
      throw refusal(message, { path, cause })
    }
  }
}

/** Counts node visits; throws `TooManyStepsError` at the limit. */
function createStep(steps: number) {
  let left = steps
  return function step(count = 1): void {
    left -= count
    if (left < 0) throw new TooManyStepsError()
  }
}

/** The standard DOM adapter that counts node visits. */
function countingAdapter(
  step: (count?: number) => void,
): NonNullable<Options<AnyNode, Element>['adapter']> {
  return {
    isTag: (node): node is Element => (step(), isTag(node)),
    getAttributeValue: (element, name) => (step(), element.attribs[name]),
    hasAttrib: (element, name) => (step(), Object.hasOwn(element.attribs, name)),
    getName: (element) => (step(), element.name),
    getParent: (element) => (step(), element.parent),
    getChildren: (node) => (step(), dom.getChildren(node)),
    getSiblings: (node) => (step(), dom.getSiblings(node)),
    prevElementSibling: (node) => (step(), dom.prevElementSibling(node)),
    removeSubsets: dom.removeSubsets,
    getText(node) {
      const text = dom.getText(node)
      step(1 + text.length / charactersPerStep)
      return text
    },
  }
}

function compileSelector(
  selector: string,
  options: Options<AnyNode, Element>,
  path: readonly (string | number)[],
): ReturnType<typeof compile<AnyNode, Element>> {
  try {
    if (selector.trim() === '') throw new Error('blank')
    return compile<AnyNode, Element>(selector, options)
  } catch (cause) {
    throw refusal(`"${selector.slice(0, 100)}" is not a CSS selector.`, { path, cause })
  }
}

function refusal(
  message: string,
  { path, cause }: { readonly path: readonly (string | number)[]; readonly cause: unknown },
): ReadError {
  return new ReadError('BAD_REQUEST', message, {
    cause,
    details: [{ code: 'custom', path, message }],
  })
}
