import type { Row } from './rows.ts'
import { isCode } from './segment.ts'

/** Comments are often set in other letters than the code before them. */
const comment = /^\s*(?:\/\*|(?:\/\/|#|%|--)\s)/

/** A line of code, at times with a comment apart from it. */
export function isCodeLine({ segments }: Row): boolean {
  const isCommented = segments.length > 1 && comment.test(segments.at(-1)?.text ?? '')
  return (isCommented ? segments.slice(0, -1) : segments).every(isCode)
}
