import { DomHandler, type Document } from 'domhandler'
import { attributesPerElementMax, type ParseLimits } from './parsing/limits.ts'
import { createOpenElements } from './parsing/open-elements.ts'
import { parseXml } from './parsing/parse-xml.ts'
import { tokenize } from './parsing/tokenize.ts'

/** A parsed page; `isCut` when it held more nodes than we read. */
export interface ParsedPage {
  readonly document: Document
  readonly isCut: boolean
}

/** Deeper elements become siblings, as in browsers, so that whatever walks the tree may recurse. */
const depthMax = 512

/** Every closing tag searches the open elements; beyond this number elements open and close at once. */
const openElementsMax = 2_048

/** A node costs a few hundred bytes: this many fit the memory of a worker. */
const nodesMax = 400_000

/** Parses HTML or XML of any size and nesting into a tree that is safe to walk. Never throws. */
export function parsePage(text: string, kind: 'html' | 'xml'): ParsedPage {
  const dom = new DomHandler()
  const size: Size = { nodes: 0, depth: 0, isInText: false }
  const builder = bounded(dom, size)
  const limits: ParseLimits = {
    wantsMore: () => size.nodes <= nodesMax,
    isCrowded: () => size.depth >= openElementsMax,
  }
  if (kind === 'xml') parseXml(text, withoutExcess(builder), limits)
  else {
    const elements = createOpenElements(builder, limits)
    tokenize(text, { ...elements, text: builder.ontext, wantsMore: limits.wantsMore })
  }
  return { document: dom.root, isCut: !limits.wantsMore() }
}

interface Size {
  nodes: number
  depth: number
  /** Pieces of one text arrive one by one and become one node. */
  isInText: boolean
}

interface Builder {
  readonly onopentag: (name: string, attributes: Record<string, string>) => void
  readonly onclosetag: () => void
  readonly ontext: (data: string) => void
}

/** Hands events on to the tree builder while nesting and size allow. Comments never reach the tree. */
function bounded(dom: DomHandler, size: Size): Builder {
  return {
    onopentag(name, attributes) {
      size.depth += 1
      size.nodes += 1
      size.isInText = false
      if (size.nodes > nodesMax) return
      if (size.depth > depthMax) dom.onclosetag()
      dom.onopentag(name, attributes)
    },
    onclosetag() {
      size.depth -= 1
      size.isInText = false
      if (size.nodes <= nodesMax && size.depth < depthMax) dom.onclosetag()
    },
    ontext(data) {
      if (!size.isInText) size.nodes += 1
      size.isInText = true
      if (size.nodes <= nodesMax) dom.ontext(data)
    },
  }
}

/** XML hands over its attributes all at once. */
function withoutExcess(builder: Builder): Builder {
  return {
    ...builder,
    onopentag(name, attributes) {
      const entries = Object.entries(attributes).slice(0, attributesPerElementMax)
      builder.onopentag(name, Object.fromEntries(entries))
    },
  }
}
