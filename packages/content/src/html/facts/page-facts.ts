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
  | 'link'

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

export type LineKind = 'heading' | 'item' | 'term' | 'value' | 'cell' | 'text'

/** A part of a line that is an element of its own, or the text between two. */
export interface LinePart {
  readonly text: string
  /** Struck out: no longer true. */
  readonly isOld?: boolean
  readonly isStrong?: boolean
}

/** A line of a page as its reader sees it. */
export interface Line {
  readonly text: string
  readonly parts: readonly LinePart[]
  readonly kind: LineKind
  /** Of a heading, 1 to 6; else 0. */
  readonly level: number
  /** Index of the innermost block that it stands in. */
  readonly container: number
  /** Whether it stands beside the content: navigation, footers, related things. */
  readonly isAside: boolean
  /** Set for a cell that names a row or a column. */
  readonly isHeader?: boolean
}

/** A block of a page. */
export interface FactContainer {
  /** Index of the block around it; -1 for the page. */
  readonly parent: number
  /** One step of a selector: tag, number among its kind, first class. */
  readonly step: string
}

/** The running text of a page, line by line. */
export interface PageLines {
  readonly lines: readonly Line[]
  readonly containers: readonly FactContainer[]
}

/** What a page states. */
export interface PageFacts {
  /** Most trusted first. */
  readonly facts: readonly Fact[]
  readonly lists: readonly FactList[]
  /** Absent where they are those of the Markdown. */
  readonly text?: PageLines | undefined
  /** As browsers show it, with the name of the site. */
  readonly documentTitle?: string
}
