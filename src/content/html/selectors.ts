import { compile, selectAll } from 'css-select'
import { isTag, type AnyNode, type Document, type Element } from 'domhandler'
import { ServiceError } from '#kernel/errors.ts'

/**
 * The elements of a tree that a selector matches, in document order. Fails with `BAD_REQUEST` naming `path`, for example
 * `['includeTags', 2]`.
 */
export function select(
  document: Document,
  selector: string,
  path: readonly (string | number)[],
): Element[] {
  return selectAll<AnyNode, Element>(compileSelector(selector, path), document).filter(isTag)
}

function compileSelector(
  selector: string,
  path: readonly (string | number)[],
): ReturnType<typeof compile<AnyNode, Element>> {
  try {
    if (selector.trim() === '') throw new Error('blank')
    return compile<AnyNode, Element>(selector)
  } catch (cause) {
    const message = `"${selector.slice(0, 100)}" is not a CSS selector.`
    const details = [{ code: 'custom', path, message }]
    throw new ServiceError('BAD_REQUEST', message, { cause, details })
  }
}
