import { printable } from '#kernel/printable.ts'
import { urlLengthMax } from '#kernel/url.ts'
import { oneLine } from '#base/one-line.ts'
import type { Hit, RawHit } from './providers/provider.ts'

const titleCharsMax = 500
const textCharsMax = 2_000
const dateCharsMax = 64
const sideMax = 100_000

/** Cleans and limits results of providers; those without an http(s) URL are left out. */
export function cleanHits(hits: readonly RawHit[]): Hit[] {
  return hits.flatMap((hit) => {
    const url = webAddress(hit.url)
    if (url === undefined) return []
    const imageUrl = webAddress(hit.imageUrl)
    return [
      {
        url,
        title: line(hit.title ?? '', titleCharsMax),
        text: line(hit.text ?? '', textCharsMax),
        ...(hit.date && { date: line(hit.date, dateCharsMax) }),
        ...(imageUrl !== undefined && { imageUrl }),
        ...sides(hit),
      },
    ]
  })
}

function webAddress(text: string | null | undefined): string | undefined {
  const url = text ? URL.parse(text) : null
  if (!url || !text || text.length > urlLengthMax) return undefined
  return url.protocol === 'http:' || url.protocol === 'https:' ? text : undefined
}

const line = (text: string, charsMax: number) =>
  oneLine(printable(text.slice(0, charsMax * 4)))
    .slice(0, charsMax)
    .toWellFormed()

function sides({ imageWidth, imageHeight }: RawHit) {
  return {
    ...(isSide(imageWidth) && { imageWidth }),
    ...(isSide(imageHeight) && { imageHeight }),
  }
}

const isSide = (side: number | null | undefined): side is number =>
  typeof side === 'number' && Number.isInteger(side) && side > 0 && side <= sideMax
