import { formatRecord, type Format } from './registry.ts'

/** Credits of one page with these formats, when the page alone costs `pageCredits`. An estimate for formats that a model makes. */
export function estimateCredits(requested: readonly Format[], pageCredits: number): number {
  const prices = requested.map((format) => formatRecord(format.type).price?.(format) ?? {})
  const page = Math.max(pageCredits, ...prices.map((price) => price.page ?? 0))
  let extra = 0
  for (const price of prices) extra += price.extra ?? 0
  return page + extra
}
