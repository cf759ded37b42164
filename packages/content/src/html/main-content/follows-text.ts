import type { PageBlock, Part } from './blocks.ts'

/** The text may stand in a section, a column or a quote of the element that what follows stands in. */
const levelsMax = 2
/** What ends a text and is less probable is about something else, such as comments. */
export const endProbabilityMin = 0.1

/**
 * Whether a part follows a chosen block in the element that holds the text: the outermost element around the part in which nothing is chosen
 * is beside the block, or beside an element around it. `kept` has the chosen words of each part.
 */
export function followsText(part: Part, before: PageBlock, kept: Float64Array): boolean {
  let own: Part | undefined = part
  while (own.parent && kept[own.parent.index] === 0) own = own.parent
  const around = own.parent
  let holder = before.part.parent
  if (!around || around.element.name === 'body') return around === holder
  for (let level = 0; level < levelsMax && holder; level++, holder = holder.parent)
    if (holder === around) return true
  return false
}
