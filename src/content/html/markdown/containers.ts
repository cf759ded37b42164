/** Deeper quotes and lists are written at this depth: a reader is lost long before, and prefixes must not grow. */
const containersMax = 32

/** A quote, a list, an item, or the page itself. */
export interface Container {
  readonly kind: 'root' | 'quote' | 'list' | 'item'
  /** Stands before every line in the container, enclosing containers included. */
  readonly prefix: string
  /** Stands in its place, without the enclosing ones, before the first line. */
  readonly firstPrefix: string
  readonly list?: List
  hasContent: boolean
  /** What the last block in it was. */
  last: string
}

export interface List {
  readonly isOrdered: boolean
  /** `-` or `*`, `.` or `)`: neighbouring lists differ, or they would become one. */
  readonly sign: string
  readonly mayInterruptParagraph: boolean
  number: number
  lastPrefix?: string
}

/** The containers that are open where the next block goes. */
export interface Containers {
  readonly top: () => Container
  readonly isTooDeep: () => boolean
  readonly open: (make: (parent: Container) => Container) => void
  /** Remembers what is open, for the matching `end` to close everything opened since. */
  readonly begin: () => void
  readonly end: () => void
  /** What stands before the next block: the blank line or line end, and the prefix of its first line. */
  readonly lead: () => string
  /** To be told that a block was written. */
  readonly written: (kind: string) => void
  readonly isItemStart: () => boolean
}

export function createContainers(): Containers {
  const open = [newContainer('root', '', '')]
  const begun: number[] = []
  let surplus = 0
  /** The outermost item whose marker is not written yet. */
  let pending = -1
  /** How many containers the last block and the next have in common. */
  let common = 1
  const top = (): Container => open.at(-1) ?? newContainer('root', '', '')

  const close = (): void => {
    if (surplus > 0) {
      surplus -= 1
      return
    }
    const closed = open.pop()
    common = Math.min(common, open.length)
    if (pending >= open.length) pending = -1
    if (closed?.hasContent) top().last = nameOf(closed)
  }

  return {
    top,
    isTooDeep: () => surplus > 0,
    open: (make) => {
      if (surplus > 0 || open.length > containersMax) {
        surplus += 1
        return
      }
      const made = make(top())
      open.push(made)
      if (made.kind === 'item' && !made.hasContent && pending === -1) pending = open.length - 1
    },
    begin: () => {
      begun.push(open.length + surplus)
    },
    end: () => {
      const depth = begun.pop() ?? 1
      while (open.length + surplus > depth) close()
    },
    lead: () => {
      const blank = `\n${open[common - 1]?.prefix.trimEnd() ?? ''}\n`
      if (pending === -1) return blank + top().prefix
      let first = open[pending - 1]?.prefix ?? ''
      for (const each of open.slice(pending)) first += each.firstPrefix
      return (isTight(open[pending - 2], open[pending - 1]) ? '\n' : blank) + first
    },
    written: (kind) => {
      for (const each of open) each.hasContent = true
      top().last = kind
      pending = -1
      common = open.length
    },
    isItemStart: () => {
      const inner = top()
      return surplus === 0 && pending > 0 && inner.kind === 'item' && !inner.hasContent
    },
  }
}

export const newContainer = (
  kind: Container['kind'],
  prefix: string,
  firstPrefix: string,
): Container => ({ kind, prefix, firstPrefix, hasContent: false, last: '' })

export const listName = ({ isOrdered, sign }: Pick<List, 'isOrdered' | 'sign'>): string =>
  (isOrdered ? 'ordered' : 'bullet') + sign

/** What a closed container is to the one around it; an item hands on its last block, for more to follow that. */
function nameOf({ kind, list, last }: Container): string {
  if (list) return listName(list)
  return kind === 'item' ? last : kind
}

/** No blank line between items, nor before a list that begins right after the first paragraph of an item. */
function isTight(parent: Container | undefined, list: Container | undefined): boolean {
  if (!list?.list) return false
  if (list.hasContent) return true
  return parent?.kind === 'item' && parent.last === 'paragraph' && list.list.mayInterruptParagraph
}
