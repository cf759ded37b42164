import { posix } from 'node:path'
import type { Target } from './damaged-parts.ts'
import { createReadEmbedded } from './odf-objects.ts'
import { plainText } from './xlsx/xml-text.ts'
import type { Package } from './zip.ts'

const partBytesMax = 64 * 1024 * 1024
const frame =
  /<draw:(image|object|object-ole|plugin|applet|floating-frame)\s[^<>]{0,800}?xlink:href="([^"]{1,400})"/g
const unreadObject = 'An embedded object, such as a chart or a formula, was left out'

const linkedText = /<text:section-source\s[^<>]{0,400}?xlink:href="([^"]{1,400})"/g
const unreadText = 'A text that is kept in another file was left out'

/** The pictures and embedded objects that an OpenDocument file shows, and its styles. */
export function* listEmbedded(file: Package): Generator<Target> {
  if (!file.part('mimetype')?.includes('opendocument')) return
  // A document may have no styles.
  if (file.part('META-INF/manifest.xml')?.includes('"styles.xml"') ?? false)
    yield { path: 'styles.xml', isXml: true }
  // Heads and feet of pages are in the styles.
  const parts = ['content.xml', 'styles.xml'].map((name) => file.part(name, partBytesMax) ?? '')
  const content = parts.join('\n')
  for (const [, href = ''] of content.matchAll(linkedText))
    yield { path: plainText(href), isXml: false, lost: unreadText }
  const objects = new Set<string>()
  const read = createReadEmbedded(file)
  for (const [, kind, href = ''] of content.matchAll(frame)) {
    const path = posix.normalize(plainText(href)).replace(/\/$/, '')
    if (/^[a-z][a-z+.-]*:/i.test(path)) continue
    if (kind !== 'image') {
      objects.add(posix.basename(path))
      if (!read(path)) yield { path, isXml: false, lost: unreadObject }
    } else if (!objects.has(posix.basename(path))) yield { path, isXml: false }
  }
}
