import type { Element } from 'domhandler'
import type { Writer } from './writer.ts'

/** How one kind of element is written. */
export interface Handler {
  /** Called before the children; answers whether they are to be written. */
  readonly enter: (element: Element, writer: Writer) => boolean
  /** Called after the children, whenever they were to be written. */
  readonly leave?: (element: Element, writer: Writer) => void
}
