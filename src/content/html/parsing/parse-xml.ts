import { Parser, type Handler, type ParserOptions } from 'htmlparser2'
import type { ParseLimits } from './limits.ts'

/** The parser is fed in pieces, so that a document that is cut is not read to its end. */
const pieceLength = 1 << 18

/** Tells of the elements and texts of XML. */
export function parseXml(text: string, receiver: Partial<Handler>, limits: ParseLimits): void {
  const parser = new BoundedParser(receiver, { xmlMode: true }, limits)
  for (let start = 0; start < text.length && limits.wantsMore(); start += pieceLength) {
    parser.write(text.slice(start, start + pieceLength))
  }
  parser.end()
}

/** A class because the parser's seam for this is a method to override. */
class BoundedParser extends Parser {
  private readonly limits: ParseLimits
  private isOverfull = false
  private closingTagsToSkip = 0

  constructor(receiver: Partial<Handler>, options: ParserOptions, limits: ParseLimits) {
    super(receiver, options)
    this.limits = limits
  }

  override onopentagname(start: number, endIndex: number): void {
    this.isOverfull = this.limits.isCrowded()
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
