import type { Document } from 'domhandler'
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'
import { tokenize } from './tokenize.ts'
import { createTree, type Tree } from './tree.ts'

/** A parsed page; `isCut` when it exceeded the node limit. */
export interface ParsedPage {
  readonly document: Document
  readonly isCut: boolean
}

/** Every closing tag searches the open elements; beyond this depth elements are closed immediately. */
const openElementsMax = 2_048

const attributesPerElementMax = 256

/** XML is fed in chunks, so that parsing stops at the node limit. */
const pieceLength = 1 << 18

/** Parses HTML or XML of any size and nesting into a tree that is safe to walk. Never throws. */
export function parsePage(text: string, kind: 'html' | 'xml'): ParsedPage {
  const tree = createTree()
  if (kind === 'html') parseHtml(text, tree)
  else parseXml(text, tree)
  return { document: tree.end(), isCut: tree.isFull() }
}

/** The parser knows which tags imply others; the tags are found by `tokenize`, which is faster than the parser's own way. */
function parseHtml(html: string, tree: Tree): void {
  let attributes: Record<string, string> | undefined
  let count = 0
  // Elements with one name share one string, because equal strings in one place are compared at once.
  const names = new Map<string, string>()
  const onopentag = (tag: string) => {
    let name = names.get(tag)
    if (name === undefined) names.set(tag, (name = tag))
    tree.onopentag(name, attributes ?? {})
  }
  const parser = new BoundedParser({ ...tree, onopentag }, {}, tree)
  // It only keeps the page, to read names from it.
  parser.pause()
  parser.write(html)
  tokenize(html, {
    text: tree.ontext,
    openTag(start, end) {
      attributes = {}
      count = 0
      parser.onopentagname(start, end)
    },
    attribute(name, value) {
      if (!attributes || count >= attributesPerElementMax) return
      if (count > 0 && attributes[name] !== undefined && Object.hasOwn(attributes, name)) return
      attributes[name] = value
      count++
    },
    openTagEnd(end, isSelfClosing) {
      if (isSelfClosing) parser.onselfclosingtag(end)
      else parser.onopentagend(end)
      attributes = undefined
    },
    closeTag: (start, end) => parser.onclosetag(start, end),
    isForeign: () => parser.isInForeignContext(),
    isFull: tree.isFull,
  })
  parser.onend()
}

function parseXml(xml: string, tree: Tree): void {
  const onopentag = (name: string, attributes: Record<string, string>) =>
    tree.onopentag(name, withoutExcess(attributes))
  const parser = new BoundedParser({ ...tree, onopentag }, { xmlMode: true }, tree)
  for (let start = 0; start < xml.length && !tree.isFull(); start += pieceLength) {
    parser.write(xml.slice(start, start + pieceLength))
  }
  parser.end()
}

function withoutExcess(attributes: Record<string, string>): Record<string, string> {
  const names = Object.keys(attributes)
  if (names.length <= attributesPerElementMax) return attributes
  const kept = names.slice(0, attributesPerElementMax)
  return Object.fromEntries(kept.map((name) => [name, attributes[name] ?? '']))
}

/** A class, because the parser is extended by overriding a method. */
class BoundedParser extends Parser {
  private readonly tree: Tree
  private isOverfull = false
  private closingTagsToSkip = 0

  constructor(handler: Partial<Handler>, options: ParserOptions, tree: Tree) {
    super(handler, options)
    this.tree = tree
  }

  override onopentagname(start: number, endIndex: number): void {
    this.isOverfull = this.tree.depth() >= openElementsMax
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
