import { DomHandler, type Document } from 'domhandler'
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'

/** A parsed page; `isCut` when it exceeded the node limit. */
export interface ParsedPage {
  readonly document: Document
  readonly isCut: boolean
}

/** Deeper elements become siblings, as in browsers, so that recursion over the tree is safe. */
const depthMax = 512

/** Every closing tag searches the open elements; beyond this depth elements are closed immediately. */
const openElementsMax = 2_048

/** A node takes a few hundred bytes; this many fit into a worker's heap. */
const nodesMax = 400_000

const attributesPerElementMax = 256

/** The parser is fed in chunks, so that parsing stops at the node limit. */
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

/** An unclosed CDATA section would swallow the rest of the page; in HTML it is only a comment. */
function withoutOpenCdata(text: string): string {
  // Checked first, because the search from the end is slow and few pages have any.
  if (!text.includes('<![CDATA[')) return text
  const opening = text.indexOf('<![CDATA[', text.lastIndexOf(']]>') + 1)
  if (opening === -1) return text
  return text.slice(0, opening) + text.slice(opening).replaceAll('<![CDATA[', '<!CDATA[')
}

interface Size {
  nodes: number
  depth: number
  /** Consecutive pieces of text become one node. */
  isInText: boolean
}

const isFull = (size: Size) => size.nodes > nodesMax

/** Passes events to the tree builder within the limits of depth and size. Drops comments. */
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

/** A class, because the parser is extended by overriding a method. */
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

  /** An element beyond the depth limit is closed at once and its closing tag ignored. */
  protected override isVoidElement(name: string): boolean {
    return this.isOverfull || super.isVoidElement(name)
  }
}
