import type { FormatPrice } from './format.ts'
import { formatRecord, type Format } from './registry.ts'

/**
 * Credits of one page with these formats, when the page alone costs `pageCredits`. An estimate for formats that a model makes, which
 * cost nothing without one.
 */
export function estimateCredits(
  requested: readonly Format[],
  pageCredits: number,
  { hasModel } = { hasModel: true },
): number {
  const prices = requested
    .map((format): FormatPrice => formatRecord(format.type).price?.(format) ?? {})
    .filter(({ needsModel = true }) => hasModel || !needsModel)
  const page = Math.max(pageCredits, ...prices.map((price) => price.page ?? 0))
  let extra = 0
  for (const price of prices) extra += price.extra ?? 0
  return page + extra
}
