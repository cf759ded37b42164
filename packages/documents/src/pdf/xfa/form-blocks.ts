import { escapeText } from '#base/html-text.ts'
import type { LaidBlock } from '#documents/pdf/layout/lay-out.ts'
import type { PageSize } from '#documents/pdf/pdfium.ts'
import { writePart, type FormPart } from './read-form.ts'

/** Parts of a form, whose places are not known, as blocks one below the other on a page. */
export function makeFormBlocks(
  parts: readonly FormPart[],
  { width, height }: PageSize,
): LaidBlock[] {
  const groups: FormPart[][] = []
  for (const part of parts) {
    if (part.kind === 'row' && groups.at(-1)?.[0]?.kind === 'row') groups.at(-1)?.push(part)
    else groups.push([part])
  }
  return groups.map((group, at) => ({
    type: group[0]?.kind === 'row' ? 'table' : 'text',
    html: toHtml(group),
    place: {
      left: 0,
      right: width,
      top: (height * at) / groups.length,
      bottom: (height * (at + 1)) / groups.length,
    },
    isRunning: false,
    confidence: undefined,
  }))
}

function toHtml(group: readonly FormPart[]): string {
  const rows = group.flatMap((part) => (part.kind === 'row' ? [part.cells] : []))
  if (rows.length === 0)
    return `<p>${group.map((part) => escapeText(writePart(part))).join(' ')}</p>`
  const cells = rows.map((row, at) => {
    const tag = at === 0 ? 'th' : 'td'
    return `<tr>${row.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`
  })
  return `<table>${cells.join('')}</table>`
}
