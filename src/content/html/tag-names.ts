const htmlNames =
  'html head title base link meta style script noscript body section nav article aside h1 h2 h3 h4 h5 h6 header footer ' +
  'address main p hr pre blockquote ol ul menu li dl dt dd figure figcaption div a em strong small s cite q dfn abbr ' +
  'data time code var samp kbd sub sup i b u mark ruby rt rp bdi bdo span br wbr ins del picture source img iframe embed ' +
  'object param video audio track map area svg g path use rect circle polygon defs math table caption colgroup col tbody ' +
  'thead tfoot tr td th form label input button select datalist optgroup option textarea output progress meter ' +
  'fieldset legend details summary dialog template slot canvas center font big strike tt'

/**
 * The strings that V8 itself keeps once, as it does with the keys of objects and the strings of a program. It compares two of these
 * without reading them, and every element is asked many times whether it has one of many names.
 */
const known: ReadonlyMap<string, string> = new Map(
  Object.keys(Object.fromEntries(htmlNames.split(' ').map((name) => [name, true]))).map(
    (name) => [name, name] as const,
  ),
)

/** Returns a function that gives equal names of one page as one string. */
export function createTagNames(): (name: string) => string {
  const others = new Map<string, string>()
  return (name) => {
    const one = known.get(name) ?? others.get(name)
    if (one === undefined) others.set(name, name)
    return one ?? name
  }
}
