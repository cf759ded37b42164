import type { Document } from 'domhandler'
import type { AttributeValues } from '#content/content.ts'
import type { AttributeSelectors } from '#content/reading.ts'
import type { Select } from '#content/html/selectors.ts'

const valuesPerSelectorMax = 10_000
/** A page with more values than this is not read by anyone. */
const valuesMax = 100_000

/**
 * Attribute values found by the selectors on the unmodified page: one entry per selector, in order.
 * Fails with `BAD_REQUEST`.
 */
export function readAttributes(
  document: Document,
  selectors: AttributeSelectors,
  select: Select,
): AttributeValues[] {
  let left = valuesMax
  return selectors.map(({ selector, attribute }) => {
    const name = attribute.toLowerCase()
    const elements = select(document, selector, ['formats'])
    const values = elements.flatMap(({ attribs }) => attribs[name] ?? attribs[attribute] ?? [])
    const kept = values.slice(0, Math.min(left, valuesPerSelectorMax))
    left -= kept.length
    return { selector, attribute, values: kept }
  })
}
