import type { Document, Element } from 'domhandler'
import { listedLengthMax, listedUrl } from './page-url.ts'
import { largestOfSrcset } from './srcset.ts'
import { listElements } from './walk.ts'

export const imagesMax = 50_000

/**
 * The images shown on a page, absolute, each once, in document order: `img` with its lazy forms and the largest of
 * its `srcset`, `picture`, posters of videos, image buttons, SVG images and inline backgrounds. Images inside the
 * page's own bytes (`data:`) are named only when there is no other.
 */
export function listImages(document: Document, baseUrl: string): string[] {
  const images = new Set<string>()
  const inlined = new Set<string>()
  for (const element of listElements(document)) {
    for (const reference of listReferences(element)) {
      if (/^\s*data:image\//i.test(reference)) {
        if (inlined.size < inlinedMax && reference.length < inlinedLengthMax)
          inlined.add(reference.trim())
        continue
      }
      const url = listedUrl(reference, baseUrl)
      if (url !== undefined && url.length <= listedLengthMax) images.add(url)
    }
    if (images.size >= imagesMax) break
  }
  return [...(images.size > 0 ? images : inlined)]
}

const inlinedMax = 100
const inlinedLengthMax = 100_000

/** Attributes in which lazy loading scripts keep the real URL. */
export const lazySources = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-original-src',
  'data-url',
  'data-hi-res-src',
  'data-lazyload',
  'data-lazy-url',
  'data-full-src',
  'data-large-src',
  'data-image',
  'data-img',
  'data-echo',
] as const
export const lazySrcsets = ['data-srcset', 'data-lazy-srcset'] as const

function listReferences(element: Element): string[] {
  const { name, attribs } = element
  const references = [...listBackgrounds(attribs['style'])]
  const isPictureSource = name === 'source' && parentName(element) === 'picture'
  if (name === 'img' || isPictureSource) references.push(...imageSources(attribs))
  else if (name === 'video') references.push(attribs['poster'] ?? '')
  else if (name === 'input' && attribs['type'] === 'image') references.push(attribs['src'] ?? '')
  else if (name === 'image') references.push(attribs['href'] ?? attribs['xlink:href'] ?? '')
  return references.filter((reference) => reference.trim() !== '')
}

function parentName({ parent }: Element): string | undefined {
  return parent && 'name' in parent ? parent.name : undefined
}

function imageSources(attributes: Element['attribs']): string[] {
  const lazy = lazySources
    .map((name) => attributes[name] ?? '')
    .filter((address) => address.trim() !== '')
  // A script puts the lazy address in the place of a small or empty picture.
  const single = lazy.length > 0 ? lazy : [attributes['src'] ?? '']
  const largest = ['srcset', ...lazySrcsets].map((name) => largestOfSrcset(attributes[name] ?? ''))
  return [...single, ...largest.map((url) => url ?? '')]
}

/** Longer styles are skipped, because each "url(" is searched to the end. */
const styleLengthMax = 20_000

function listBackgrounds(style: string | undefined): string[] {
  if (!style?.includes('url(') || style.length > styleLengthMax) return []
  const urls = style.matchAll(/url\(\s*(?:(?:"([^"]*)"|'([^']*)'|([^()'"\s]+))\s*)?\)/gi)
  return [...urls].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
}
