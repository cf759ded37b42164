import { mapStrings } from '#safety/map-strings.ts'
import { findInjection } from './judge.ts'

/** Members without the lines that instruct language models. */
export interface Withheld<Members> {
  readonly members: Members
  /** Number of lines that were replaced. */
  readonly lines: number
}

/** Stands in place of each of these lines. */
const withheldMark = '[…]'

/**
 * A copy of the tree in which every line of its strings that instructs a language model is replaced by a mark. The whole line
 * is, because a request often goes on in the next sentence. A line that is withheld by mistake costs little, so that the rules are
 * as strict as for hidden text.
 */
export function withholdInstructions(tree: object): Withheld<unknown> {
  let lines = 0
  const members = mapStrings(tree, (text) => {
    if (!isInjected(text)) return text
    const kept = text.split('\n').map((line) => (isInjected(line) ? withheldMark : line))
    const changed = kept.filter((line) => line === withheldMark).length
    lines += Math.max(changed, 1)
    // What is only found across lines is withheld as a whole.
    return changed === 0 ? withheldMark : kept.join('\n')
  })
  return { members, lines }
}

/** The cells of a table row are texts of their own. */
const isInjected = (text: string): boolean =>
  findInjection({ visible: '', hidden: text.replaceAll('|', '\n') }) !== undefined
