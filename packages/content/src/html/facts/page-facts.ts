/** Where a page states a fact. */
export type FactSource =
  | 'metadata'
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'meta'
  | 'state'
  | 'table'
  | 'label'
  | 'element'

/** One thing that a page states, as a name and its value. */
export interface Fact {
  /** What it means, in lower case with single spaces: the first name of its group (`meanings.ts`) or the page's own word. */
  readonly name: string
  readonly value: string
  /** The single values, when the page gives a list. */
  readonly values?: readonly string[]
  readonly source: FactSource
  /** The property or type that it belongs to on the page, folded like `name`: `offers`, `address`. */
  readonly within?: string
  /** Trust, higher first; comparable within one page. */
  readonly weight: number
}

/** Things of one kind: a table, a list of declared objects, or blocks of the page that are built alike. */
export interface FactList {
  readonly source: 'declared' | 'table' | 'blocks'
  /** What the page calls the list: a caption, a heading or the name of the property. */
  readonly name: string
  /** One name for each column, folded like the names of facts. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What a page states, apart from its running text. */
export interface PageFacts {
  /** Most trusted first. */
  readonly facts: readonly Fact[]
  readonly lists: readonly FactList[]
}
