/** What the name of a tag says about its element. */
export interface TagKind {
  /** One string for all tags of this kind. */
  readonly name: string
  /** Elements without content have no closing tag. */
  readonly isVoid: boolean
  /** The language inside of the element, where it changes. */
  readonly language: Language | undefined
  /** Names of the elements that end where one of this kind begins, if they are the innermost ones. */
  readonly ends: ReadonlySet<string>
}

export type Language = 'HTML' | 'SVG' | 'MathML'

const words = (text: string): readonly string[] => text.split(' ')

const voidTags = new Set(
  words(
    'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
  ),
)

const languages: ReadonlyMap<string, Language> = new Map([
  ['svg', 'SVG'],
  ['math', 'MathML'],
  ...words('mi mo mn ms mtext annotation-xml foreignObject desc title').map(
    (name) => [name, 'HTML'] as const,
  ),
])

/** Tags, and the elements that these end. */
const endings: readonly (readonly [tags: string, ends: string])[] = [
  [
    'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre ' +
      'section table ul',
    'p',
  ],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
  [
    'select input output button datalist textarea',
    'input option optgroup select button datalist textarea',
  ],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['tbody tfoot', 'thead tbody'],
  ['li', 'li'],
  ['dd dt', 'dd dt'],
  ['rt rp', 'rt rp'],
  ['a', 'a'],
  ['body', 'head link script'],
]
const endsByTag = new Map(
  endings.flatMap(([tags, ends]) => {
    const names = new Set(words(ends))
    return words(tags).map((tag) => [tag, names] as const)
  }),
)

const nothing: ReadonlySet<string> = new Set()

const kindNamed = (name: string): TagKind => ({
  name,
  isVoid: voidTags.has(name),
  language: languages.get(name),
  ends: endsByTag.get(name) ?? nothing,
})

const knownNames =
  'html head title base link meta style script noscript body section nav article aside h1 h2 h3 h4 h5 h6 header footer ' +
  'address main p hr pre blockquote ol ul menu li dl dt dd figure figcaption div a em strong small s cite q dfn abbr ' +
  'data time code var samp kbd sub sup i b u mark ruby rt rp bdi bdo span br wbr ins del picture source img iframe embed ' +
  'object param video audio track map area svg g path use rect circle polygon defs math table caption colgroup col tbody ' +
  'thead tfoot tr td th form label input button select datalist optgroup option textarea output progress meter ' +
  'fieldset legend details summary dialog template slot canvas center font big strike tt'

/**
 * Their names are the strings that V8 itself keeps once, as it does with the keys of objects and the strings of a program. It compares
 * two of these without reading them, and every element is asked many times whether it has one of many names.
 */
const known: ReadonlyMap<string, TagKind> = new Map(
  Object.keys(Object.fromEntries(words(knownNames).map((name) => [name, true]))).map(
    (name) => [name, kindNamed(name)] as const,
  ),
)

/** The kinds of the tags of a page, one for all tags with a name. */
export interface TagKinds {
  readonly named: (name: string) => TagKind
  /** By the name in a tag, where capitals do not matter. */
  readonly written: (name: string) => TagKind
}

export function createTagKinds(): TagKinds {
  const others = new Map<string, TagKind>()
  const named = (name: string) => {
    let kind = known.get(name) ?? others.get(name)
    if (!kind) others.set(name, (kind = kindNamed(name)))
    return kind
  }
  return { named, written: (name) => known.get(name) ?? named(name.toLowerCase()) }
}
