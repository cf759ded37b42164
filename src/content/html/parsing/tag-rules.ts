const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that hold nothing and have no closing tag. */
export const voidTags = names(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
)

/** Drawings and formulas, with rules of their own. */
export const foreignRoots = names('math svg')

/** Inside of these it is HTML again. */
export const htmlInForeign = names('mi mo mn ms mtext annotation-xml foreignObject desc title')

const controls = names('input option optgroup select button datalist textarea')
const paragraph = names('p')
const titleOrParagraph = names('h1 h2 h3 h4 h5 h6 p')

const rows: readonly (readonly [opening: string, closed: ReadonlySet<string>])[] = [
  ['tr', names('tr th td')],
  ['th', names('th')],
  ['td', names('thead th td')],
  ['body', names('head link script')],
  ['a', names('a')],
  ['li', names('li')],
  ['h1 h2 h3 h4 h5 h6', titleOrParagraph],
  ['select input output button datalist textarea', controls],
  ['option', names('option')],
  ['optgroup', names('optgroup option')],
  ['dd dt', names('dd dt')],
  ['rt rp', names('rt rp')],
  ['tbody tfoot', names('thead tbody')],
  [
    'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol ' +
      'pre section table ul',
    paragraph,
  ],
]

/** What ends where an element begins, though nothing says so: a paragraph where the next begins. */
export const closedByOpening: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  rows.flatMap(([opening, closed]) => opening.split(' ').map((name) => [name, closed] as const)),
)

const foreignNames =
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
  'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
  'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset ' +
  'fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient ' +
  'radialGradient textPath'

/** Names in drawings that are not written in lower case. */
export const adjustedForeignNames: ReadonlyMap<string, string> = new Map(
  foreignNames.split(' ').map((name) => [name.toLowerCase(), name]),
)
