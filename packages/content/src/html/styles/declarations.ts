import { codeAt } from '#content/html/code-at.ts'

/** A declaration of CSS text. */
export interface Declaration {
  /** In lower case; custom properties start with two hyphens. */
  readonly property: string
  /** In lower case, without `!important`. */
  readonly value: string
  readonly isImportant: boolean
}

/** Longer values are pictures, and longer styles are no style of one element. */
const lengthMax = 20_000

/**
 * Reads the declarations of a block of CSS, for example of a `style` attribute: comments, strings and brackets are passed over, so
 * that a name or value inside of them is not taken for a declaration. Only those of the given properties, if any are.
 */
export function parseDeclarations(css: string, properties?: ReadonlySet<string>): Declaration[] {
  const found: Declaration[] = []
  const length = Math.min(css.length, lengthMax)
  let [from, colon] = [0, -1]
  for (let at = 0; at <= length; at++) {
    const code = at < length ? codeAt(css, at) : semicolon
    if (code === semicolon) {
      const property = colon < 0 ? undefined : readProperty(css.slice(from, colon))
      if (property !== undefined && (!properties || properties.has(property)))
        found.push(declaration(property, css.slice(colon + 1, at)))
      from = at + 1
      colon = -1
    } else if (code === colonSign && colon < 0) colon = at
    else if (nesting.has(code)) at = Math.max(at, endOfNested(css, at, length) - 1)
  }
  return found
}

const readProperty = (text: string): string => withoutComments(text).trim().toLowerCase()

function declaration(property: string, text: string): Declaration {
  const value = withoutComments(text).trim().toLowerCase()
  const mark = value.lastIndexOf('!')
  const isImportant = mark >= 0 && value.slice(mark + 1).trim() === 'important'
  return {
    property,
    value: isImportant ? value.slice(0, mark).trim() : value,
    isImportant,
  }
}

/** CSS with a space in place of each comment. */
export function withoutComments(css: string): string {
  if (!css.includes('/*')) return css
  let text = ''
  for (let from = 0; from < css.length;) {
    const start = css.indexOf('/*', from)
    if (start < 0) return text + css.slice(from)
    text += `${css.slice(from, start)} `
    from = findEnd(css, '*/', start + 2) + 2
  }
  return text
}

/** The place behind the comment, string, escape or brackets that begin at a place of CSS, and that place itself where none do. */
export function endOfNested(css: string, start: number, length = css.length): number {
  let depth = 0
  let at = start
  do {
    const code = codeAt(css, at)
    if (code === backslash) at += 2
    else if (code === slash && codeAt(css, at + 1) === star) at = findEnd(css, '*/', at + 2) + 2
    else if (code === quote || code === apostrophe) at = endOfString(css, at)
    else {
      if (code === opening || code === openingSquare) depth++
      else if (depth > 0 && (code === closing || code === closingSquare)) depth--
      else if (depth === 0) return at
      at++
    }
  } while (depth > 0 && at < length)
  return Math.min(at, length)
}

function findEnd(css: string, mark: string, from: number): number {
  const at = css.indexOf(mark, from)
  return at < 0 ? css.length : at
}

/** A string ends at its sign, or at the end of the line where that is missing. */
function endOfString(css: string, start: number): number {
  const sign = codeAt(css, start)
  for (let at = start + 1; at < css.length; at++) {
    const code = codeAt(css, at)
    if (code === backslash) at++
    else if (code === sign || code === lineFeed) return at + 1
  }
  return css.length
}

const [semicolon, colonSign, backslash, slash, star, lineFeed] = [
  0x3b, 0x3a, 0x5c, 0x2f, 0x2a, 0x0a,
]
const [quote, apostrophe, opening, closing] = [0x22, 0x27, 0x28, 0x29]
const [openingSquare, closingSquare] = [0x5b, 0x5d]
/** What `endOfNested` passes over begins with one of these. */
const nesting = new Set([backslash, slash, quote, apostrophe, opening, openingSquare])

/** The value of a property that wins among declarations. */
export function valueOf(
  declarations: readonly Declaration[],
  property: string,
): string | undefined {
  let found: Declaration | undefined
  for (const declaration of declarations) {
    if (declaration.property !== property) continue
    if (!found?.isImportant || declaration.isImportant) found = declaration
  }
  return found?.value
}
