/** What is known of all elements with one tag. */
export interface TagTraits {
  readonly isInline: boolean
  /** Whether such an element is a single run of text, whatever stands in it. */
  readonly isAtomic: boolean
  readonly isCell: boolean
  /** Whether it is a list or a table. */
  readonly isList: boolean
  /** Whether it repeats in any text, so that several of them are no group of items. */
  readonly isFlow: boolean
  readonly isPicture: boolean
  /** Whether the features of the page count it. */
  readonly isCounted: boolean
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number
  /** Code of the tag as a feature of a block, -1 for most; part of the trained weights. */
  readonly code: number
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const inline = words(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark output ' +
    'picture q ruby rt rp s samp script small source span strike strong sub sup time tt u var wbr math mjx-container input',
)
const headings = 'h1 h2 h3 h4 h5 h6'
const atomic = words(`pre p math mjx-container ${headings}`)
const cells = words('td th')
const lists = words('ul ol dl table')
const flow = words(`p ${headings} br hr pre figure img span`)
const pictures = words('img picture')
const counted = words('main article h1 form noscript table')

/** The order is part of the trained weights. */
const coded = [
  'p',
  'li',
  'tr td th table',
  'pre code',
  'div',
  'span',
  'a',
  'dt dd',
  'button label',
  'article section main',
].map(words)

const findTraits = (name: string): TagTraits => ({
  isInline: inline.has(name),
  isAtomic: atomic.has(name),
  isCell: cells.has(name),
  isList: lists.has(name),
  isFlow: flow.has(name),
  isPicture: pictures.has(name),
  isCounted: counted.has(name),
  headingLevel: headings.split(' ').indexOf(name) + 1,
  code: coded.findIndex((names) => names.has(name)),
})

const known: ReadonlyMap<string, TagTraits> = new Map(
  [inline, atomic, cells, lists, flow, pictures, counted, ...coded]
    .flatMap((names) => [...names])
    .map((name) => [name, findTraits(name)] as const),
)
const others = findTraits('')

/** Traits of a tag, found at once, because every element is asked for several of them. */
export const tagTraits = (name: string): TagTraits => known.get(name) ?? others
