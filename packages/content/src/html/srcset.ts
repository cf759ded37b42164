/**
 * The URL of the largest image of a `srcset` attribute, by width or by pixel density; undefined when there is none.
 * URLs may contain commas, as those of image services do.
 */
export function largestOfSrcset(srcset: string): string | undefined {
  let largest: { url: string; size: number } | undefined
  for (const [, url = '', descriptors = ''] of srcset.matchAll(candidate)) {
    const size = measureSize(descriptors)
    const trimmed = url.replace(/(?<!,),+$/, '')
    if (trimmed !== '' && size > (largest?.size ?? -1)) largest = { url: trimmed, size }
  }
  return largest?.url
}

/** A URL without white space, then its descriptors up to the next comma; a URL that ends in a comma has none. */
const candidate = /([^\s,](?:\S*[^\s,])?)(?:,+(?=\s)|\s+([^,]*)(?:,|$)|,*$)/g

function measureSize(descriptors: string): number {
  const [, number = '', unit] = /(?<!\d)(\d+(?:\.\d+)?)([wx])/.exec(descriptors) ?? []
  if (unit === undefined) return 1
  // Pixel densities are smaller than all widths used in practice.
  return Number(number)
}
