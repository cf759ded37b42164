import { DomHandler, type Document } from 'domhandler'
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'

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

const attributesPerElementMax = 256

/** The parser is fed in pieces, so that a page that is cut is not read to its end. */
const pieceLength = 1 << 18

/** Parses HTML or XML of any size and nesting into a tree that is safe to walk. Never throws. */
export function parsePage(text: string, kind: 'html' | 'xml'): ParsedPage {
  const source = kind === 'html' ? withoutOpenCdata(text) : text
  const dom = new DomHandler()
  const size: Size = { nodes: 0, depth: 0, isInText: false }
  const parser = new BoundedParser(bounded(dom, size), { xmlMode: kind === 'xml' }, size)
  for (let start = 0; start < source.length && !isFull(size); start += pieceLength) {
    parser.write(source.slice(start, start + pieceLength))
  }
  parser.end()
  return { document: dom.root, isCut: isFull(size) }
}

/** A CDATA section that never ends would swallow the rest of the page; in HTML it is only a comment. */
function withoutOpenCdata(text: string): string {
  // Searching from the end is slow, and few pages have any.
  if (!text.includes('<![CDATA[')) return text
  const opening = text.indexOf('<![CDATA[', text.lastIndexOf(']]>') + 1)
  if (opening === -1) return text
  return text.slice(0, opening) + text.slice(opening).replaceAll('<![CDATA[', '<!CDATA[')
}

interface Size {
  nodes: number
  depth: number
  /** Pieces of one text arrive one by one and become one node. */
  isInText: boolean
}

const isFull = (size: Size) => size.nodes > nodesMax

/** Hands events on to the tree builder while nesting and size allow. Comments never reach the tree. */
function bounded(dom: DomHandler, size: Size): Partial<Handler> {
  return {
    onopentag(name, attributes) {
      size.depth += 1
      size.nodes += 1
      size.isInText = false
      if (isFull(size)) return
      if (size.depth > depthMax) dom.onclosetag()
      dom.onopentag(name, withoutExcess(attributes))
    },
    onclosetag() {
      size.depth -= 1
      size.isInText = false
      if (!isFull(size) && size.depth < depthMax) dom.onclosetag()
    },
    ontext(data) {
      if (!size.isInText) size.nodes += 1
      size.isInText = true
      if (!isFull(size)) dom.ontext(data)
    },
    onend: () => dom.onend(),
  }
}

function withoutExcess(attributes: Record<string, string>): Record<string, string> {
  const names = Object.keys(attributes)
  if (names.length <= attributesPerElementMax) return attributes
  const kept = names.slice(0, attributesPerElementMax)
  return Object.fromEntries(kept.map((name) => [name, attributes[name] ?? '']))
}

/** A class because the parser's seam for this is a method to override. */
class BoundedParser extends Parser {
  private readonly size: Size
  private isOverfull = false
  private closingTagsToSkip = 0

  constructor(handler: Partial<Handler>, options: ParserOptions, size: Size) {
    super(handler, options)
    this.size = size
  }

  override onopentagname(start: number, endIndex: number): void {
    this.isOverfull = this.size.depth >= openElementsMax
    super.onopentagname(start, endIndex)
    if (this.isOverfull) this.closingTagsToSkip += 1
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isOverfull = false
    if (this.closingTagsToSkip > 0) this.closingTagsToSkip -= 1
    else super.onclosetag(start, endIndex)
  }

  /** An element that finds no room is closed where it opens; its own closing tag is skipped. */
  protected override isVoidElement(name: string): boolean {
    return this.isOverfull || super.isVoidElement(name)
  }
}
