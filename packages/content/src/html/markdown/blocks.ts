import {
  createContainers,
  listName,
  newContainer,
  type Container,
  type List,
} from './containers.ts'

/** Start of a list. */
export interface ListStart {
  /** The first number; undefined for bullets. */
  readonly start: number | undefined
  /** Whether it continues a directly preceding list of its kind. */
  readonly isContinued?: boolean
}

/** Writes blocks separated by blank lines, inside quotes and list items. Empty containers are omitted. */
export interface Blocks {
  readonly write: (markdown: string, kind?: 'paragraph' | 'block') => void
  readonly openQuote: () => void
  readonly openList: (list: ListStart) => void
  readonly openItem: (number?: number) => void
  /** A footnote, up to the matching `end`. */
  readonly openNote: (label: string) => void
  /** Reopens the last item of the innermost list, if any. */
  readonly reopenItem: () => void
  /** Marks the open containers; the matching `end` closes everything opened since. */
  readonly begin: () => void
  readonly end: () => void
  readonly isInList: () => boolean
  /** Whether the innermost item has no block yet. */
  readonly isItemStart: () => boolean
  /** Returns the output and resets the writer. */
  readonly take: () => string
}

export function createBlocks(): Blocks {
  let containers = createContainers()
  const text: string[] = []
  return {
    write: (markdown, kind = 'block') => {
      const lead = containers.lead()
      text.push(text.length === 0 ? lead.slice(lead.lastIndexOf('\n') + 1) : lead)
      text.push(withPrefix(markdown, containers.top().prefix))
      containers.written(kind)
    },
    openQuote: () => {
      containers.open((parent) => newContainer('quote', `${parent.prefix}> `, '> '))
    },
    openList: (list) => {
      containers.open((parent) => listIn(parent, list))
    },
    openItem: (number) => {
      containers.open((parent) => itemIn(parent, number))
    },
    openNote: (label) => {
      containers.open(({ prefix }) => newContainer('item', `${prefix}    `, `[^${label}]: `))
    },
    reopenItem: () => {
      const { list, last } = containers.top()
      if (list?.lastPrefix === undefined) return
      const item = { ...newContainer('item', list.lastPrefix, ''), hasContent: true, last }
      containers.open(() => item)
    },
    begin: () => containers.begin(),
    end: () => containers.end(),
    isInList: () => !containers.isTooDeep() && containers.top().kind === 'list',
    isItemStart: () => containers.isItemStart(),
    take: () => {
      const taken = text.join('')
      if (text.length > 0) {
        text.length = 0
        containers = createContainers()
      }
      return taken
    },
  }
}

function listIn(parent: Container, { start, isContinued = false }: ListStart): Container {
  const isOrdered = start !== undefined
  const [usual, other] = isOrdered ? (['.', ')'] as const) : (['-', '*'] as const)
  const isNeighbour = parent.last === listName({ isOrdered, sign: usual })
  const list: List = {
    isOrdered,
    sign: isNeighbour && !isContinued ? other : usual,
    mayInterruptParagraph: start === undefined || start === 1,
    number: start ?? 0,
  }
  const hasContent = isNeighbour && isContinued
  return { ...newContainer('list', parent.prefix, ''), list, hasContent }
}

function itemIn(parent: Container, number: number | undefined): Container {
  const { list, prefix } = parent
  if (!list) return newContainer('item', `${prefix}  `, '- ')
  if (number !== undefined) list.number = number
  const marker = list.isOrdered ? `${list.number}${list.sign} ` : `${list.sign} `
  list.number += 1
  list.lastPrefix = prefix + ' '.repeat(marker.length)
  return newContainer('item', list.lastPrefix, marker)
}

function withPrefix(markdown: string, prefix: string): string {
  if (prefix === '' || !markdown.includes('\n')) return markdown
  const blank = prefix.trimEnd()
  const [first = '', ...rest] = markdown.split('\n')
  return [first, ...rest.map((line) => (line === '' ? blank : prefix + line))].join('\n')
}
