import type { Element } from 'domhandler'
import type { Writer } from './writer.ts'

/** Writes one kind of element. */
export interface Handler {
  /** Called before the children; returns whether they are written. */
  readonly enter: (element: Element, writer: Writer) => boolean
  /** Called after the children, if they were written. */
  readonly leave?: (element: Element, writer: Writer) => void
}
