import { isTag, type Element } from 'domhandler'
import { oneLine } from '#base/one-line.ts'
import { lazySources } from '#content/html/images.ts'
import { largestOfSrcset } from '#content/html/srcset.ts'
import { videoPlayer } from '#content/html/video-player.ts'
import { singleSpaced } from '#content/html/white-space.ts'
import { titlePart } from './addresses.ts'
import { findEquation } from './equation-images.ts'
import { escapeText } from './escape.ts'
import { writeTex } from './math.ts'
import type { Handler } from './handler.ts'

/** `<img>`: the displayed URL, also with lazy loading. Tracking pixels and spacers are omitted. */
export const image: Handler = {
  enter: (element, writer) => {
    const { attribs } = element
    if (isSpacer(attribs)) return false
    const equation = findEquation(element)
    if (equation) {
      writeTex(equation.tex, equation.isDisplay, writer)
      return false
    }
    const { isCell, options, inline, addresses } = writer
    const alt = escapeText(singleSpaced(attribs['alt'] ?? '').trim(), {
      isCell,
      isLink: true,
    })
    const address = findAddress(element)
    const url = address === undefined ? undefined : addresses.resolve(address)
    if (url === undefined) return false
    if (url.startsWith('data:') && options.removeBase64Images) {
      if (alt !== '' && !repeats(element)) inline.text(alt)
      return false
    }
    inline.raw(`![${alt}](${url}${titlePart(attribs['title'])})`)
    return false
  },
}

/** Whether a picture stands for the one before or behind it, which has the same text. */
const repeats = ({ prev, next, attribs }: Element): boolean =>
  [prev, next].some(
    (other) =>
      other && isTag(other) && other.name === 'img' && other.attribs['alt'] === attribs['alt'],
  )

/** Whether a picture shows nothing: it is as narrow or as low as a pixel. */
export const isSpacer = ({ width, height }: Element['attribs']): boolean =>
  isPixel(width) || isPixel(height)

const isPixel = (size: string | undefined): boolean =>
  size === '1' || size === '0' || size === '1px'

const isPlaceholder = (address: string | undefined): boolean =>
  address === undefined || address.trim() === '' || address.startsWith('data:')

/** Attributes whose address a script puts in the place of `src`. */
const replacing = ['data-src', 'data-lazy-src', 'data-original']

function findAddress(element: Element): string | undefined {
  const { attribs } = element
  const { src } = attribs
  for (const name of replacing) if (!isPlaceholder(attribs[name])) return attribs[name]
  if (!isPlaceholder(src) && !/\/(?:blank|spacer|placeholder|pixel)\.(?:gif|png)/.test(src ?? ''))
    return src
  for (const name of lazySources) if (!isPlaceholder(attribs[name])) return attribs[name]
  const srcset = attribs['data-srcset'] ?? attribs['data-lazy-srcset'] ?? attribs['srcset']
  return largestOfSrcset(srcset ?? '') ?? addressOfPicture(element) ?? src
}

function addressOfPicture({ parent }: Element): string | undefined {
  if (!parent || !isTag(parent) || parent.name !== 'picture') return undefined
  for (const source of parent.children) {
    if (!isTag(source) || source.name !== 'source') continue
    const largest = largestOfSrcset(source.attribs['srcset'] ?? source.attribs['data-srcset'] ?? '')
    if (largest !== undefined) return largest
  }
  return undefined
}

/** Frames of video players become links; other frames are omitted. */
export const frame: Handler = {
  enter: ({ attribs }, { inline, addresses, isCell }) => {
    const url = addresses.resolve(attribs['src'] ?? attribs['data-src'] ?? '')
    if (url === undefined || !videoPlayer.test(url)) return false
    const title = oneLine(attribs['title'] ?? '') || 'Video'
    inline.raw(`[${escapeText(title, { isCell, isLink: true })}](${url})`)
    return false
  },
}
