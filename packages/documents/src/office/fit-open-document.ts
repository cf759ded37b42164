import type { Losses } from '#documents/losses.ts'
import { withOpenMargins } from './margin-texts.ts'
import { withAnnotationNotes, type OpenDocument } from './odf-notes.ts'
import { withEmbeddedObjects } from './odf-objects.ts'
import { withShapesAsBoxes } from './odf-shapes.ts'
import { findHidingSheets, withTextStyles } from './odf-styles.ts'
import { withSlidesInOrder } from './slide-order.ts'
import { inUtf8 } from './xml-encoding.ts'
import { hiddenIsShown } from './xlsx/read-sheet.ts'
import { replaceParts, type Package } from './zip.ts'

const main = 'content.xml'
const partBytesMax = 64 * 1024 * 1024

/** Prepares an OpenDocument file for the converter: hidden text, raised numbers, charts, formulas, annotations, headers and footers; names the sheets that hide something. */
export function fitOpenDocument(body: Uint8Array, file: Package, losses: Losses): Uint8Array {
  const type = file.names.includes('mimetype') ? file.part('mimetype')?.toString('latin1') : ''
  const [, kind] = /opendocument\.(text|spreadsheet|presentation)/.exec(type ?? '') ?? []
  const stored = kind && file.part(main, partBytesMax)
  if (!stored) return body
  const readable = inUtf8(stored, losses.at('in the part', main))
  const part = readable ?? stored
  if (kind === 'spreadsheet')
    for (const name of findHidingSheets(part)) losses.at('in sheet', name)(hiddenIsShown)
  const styled = withTextStyles(part)
  const boxed = (kind === 'text' && withShapesAsBoxes(styled ?? part)) || styled
  const shown = withEmbeddedObjects(boxed ?? part, file, kind as OpenDocument) ?? boxed
  const noted = withAnnotationNotes(shown ?? part, kind as OpenDocument) ?? shown
  const whole =
    (kind === 'text' && withOpenMargins(noted ?? part, file.part('styles.xml'))) ||
    (kind === 'presentation' && withSlidesInOrder(noted ?? part)) ||
    (noted ?? readable)
  return whole ? replaceParts(body, new Map([[main, whole]])) : body
}
