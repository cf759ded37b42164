import { isTag, type Element } from 'domhandler'
import { singleSpaced } from '#content/html/white-space.ts'
import { escapeText } from './escape.ts'
import type { Handler } from './handler.ts'

/** `<video>` and `<audio>`: a link to the file, around the poster image. */
export const media: Handler = {
  enter: (element, { inline, addresses, isCell }) => {
    const { name, attribs } = element
    const file = addresses.resolve(findSource(element) ?? '')
    const poster = addresses.resolve(attribs['poster'] ?? attribs['data-poster'] ?? '')
    const said = singleSpaced(attribs['title'] ?? attribs['aria-label'] ?? '').trim()
    const title = escapeText(said || (name === 'video' ? 'Video' : 'Audio'), {
      isCell,
      isLink: true,
    })
    const shown = isFile(poster) ? `![${title}](${poster})` : title
    if (isFile(file)) inline.raw(`[${shown}](${file})`)
    else if (isFile(poster)) inline.raw(shown)
    return false
  },
}

/** Data and blob URLs cannot be followed. */
const isFile = (url: string | undefined): url is string => url !== undefined && /^https?:/.test(url)

function findSource({ attribs, children }: Element): string | undefined {
  const own = attribs['src'] ?? attribs['data-src']
  if (own) return own
  for (const child of children) {
    if (!isTag(child) || child.name !== 'source') continue
    const { src, 'data-src': lazy } = child.attribs
    if (src ?? lazy) return src ?? lazy
  }
  return undefined
}
