/*
 * Runs in a world of its own inside the page, together with the other brand scripts: see ../in-page.ts.
 */

const rulesMax = 3_000

/** The colour that the last rule for a state such as `:hover` gives the element; the first property that it has counts. */
export function stateColour(element, state, properties) {
  let colour
  let seen = 0
  const root = element.getRootNode()
  for (const sheet of [...(root.adoptedStyleSheets ?? []), ...root.styleSheets]) {
    for (const rule of rulesOf(sheet)) {
      seen += 1
      if (seen > rulesMax) return colour
      const { selectorText = '', style } = rule
      if (!selectorText.includes(state) || !matches(element, selectorText, state)) continue
      const value = properties.map((name) => style[name]).find(Boolean)
      const css = value && withVariables(value, element)
      if (css && CSS.supports('color', css)) colour = css
    }
  }
  return colour
}

/** The style rules of a sheet, and those inside of layers and of conditions that apply. */
function* rulesOf(sheet) {
  let rules
  try {
    rules = sheet.cssRules
  } catch {
    // The sheet of another origin cannot be read.
    return
  }
  for (const rule of rules) {
    if (rule.selectorText !== undefined) yield rule
    else if (rule.cssRules && (!rule.media || matchMedia(rule.media.mediaText).matches))
      yield* rulesOf(rule)
  }
}

function matches(element, selectors, state) {
  try {
    return selectors
      .split(',')
      .filter((selector) => selector.includes(state))
      .some((selector) => element.matches(withoutStates(selector)))
  } catch {
    return false
  }
}

const withoutStates = (selector) =>
  selector.replaceAll(/:(?:hover|active|focus(?:-visible|-within)?)(?![\w-])/g, '')

const variablesMax = 5

/** A value with its custom properties as the element has them. */
function withVariables(value, element) {
  let css = value
  for (let count = 0; count < variablesMax && css.includes('var('); count += 1)
    css = css.replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/, (_whole, name, fallback = '') => {
      const own = getComputedStyle(element).getPropertyValue(name)
      return (own || fallback).trim()
    })
  return css
}
