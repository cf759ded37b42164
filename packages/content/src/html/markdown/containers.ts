/** Maximum nesting of quotes and lists; deeper ones are written at this depth, so that prefixes stay short. */
const containersMax = 32

/** A quote, list, item, or the page. */
export interface Container {
  readonly kind: 'root' | 'quote' | 'list' | 'item'
  /** Prefix of every line in the container, including the prefixes of enclosing containers. */
  readonly prefix: string
  /** Prefix of the first line, without the enclosing ones. */
  readonly firstPrefix: string
  readonly list?: List
  hasContent: boolean
  /** Kind of its last block. */
  last: string
}

export interface List {
  readonly isOrdered: boolean
  /** `-` or `*`, `.` or `)`; alternates between adjacent lists, which would merge otherwise. */
  readonly sign: string
  readonly mayInterruptParagraph: boolean
  number: number
  lastPrefix?: string
}

/** Stack of open containers. */
export interface Containers {
  readonly top: () => Container
  readonly isTooDeep: () => boolean
  readonly open: (make: (parent: Container) => Container) => void
  /** Marks the open containers; the matching `end` closes everything opened since. */
  readonly begin: () => void
  readonly end: () => void
  /** Text before the next block: blank line or line break, and the prefix of its first line. */
  readonly lead: () => string
  /** Call it after a block was written. */
  readonly written: (kind: string) => void
  readonly isItemStart: () => boolean
}

export function createContainers(): Containers {
  const open = [newContainer('root', '', '')]
  const begun: number[] = []
  let surplus = 0
  /** The outermost item whose marker has not been written. */
  let pending = -1
  /** Number of containers shared by the last block and the next. */
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
    if (closed?.hasContent) top().last = chooseName(closed)
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

/** Kind of a closed container as a block of its parent; an item passes on its last block. */
function chooseName({ kind, list, last }: Container): string {
  if (list) return listName(list)
  return kind === 'item' ? last : kind
}

/** No blank line between items, nor before a list directly after the first paragraph of an item. */
function isTight(parent: Container | undefined, list: Container | undefined): boolean {
  if (!list?.list) return false
  if (list.hasContent) return true
  return parent?.kind === 'item' && parent.last === 'paragraph' && list.list.mayInterruptParagraph
}
