import type { ContentRequest } from '#content/content.ts'
import type { DocumentReading } from '#content/documents/document-reading.ts'
import type {
  BlockType,
  Box,
  LayoutBlock,
  LayoutPage,
  ReadPicture,
} from '#content/documents/layout.ts'
import { text } from '#content/documents/office/html-text.ts'
import type { PageBlock } from '#content/documents/pdf/assemble.ts'
import { escapeText } from '#content/html/markdown/escape.ts'
import { readHtml } from '#content/html/read-html.ts'
import { toReadBlocks, type ReadBlock } from './to-lines.ts'

const gap = '\n\n'

/** A picture as a document of one page: its text, read by OCR. Fails with what reading pictures fails with. */
export async function readImage(
  request: ContentRequest,
  readPicture: ReadPicture,
): Promise<DocumentReading> {
  const picture = await readPicture(request.body, new AbortController().signal)
  const blocks = toReadBlocks(picture)
  const page = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${blocks.map(toHtml).join('')}</body></html>\n`
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  const { markdown, items } = layOut(blocks, picture)
  const { width, height } = picture
  const layout: LayoutPage = { pageNumber: 1, width, height, status: 'ok', items }
  const warnings = blocks.length === 0 ? ['No text was found in the picture.'] : []
  return {
    ...reading,
    shell: () => undefined,
    warnings: () => warnings,
    rawHtml: () => page,
    markdown: () => markdown,
    images: () => [],
    numPages: 1,
    totalPages: 1,
    ...(request.pdf?.pages && { pages: [{ pageNumber: 1, markdown }] }),
    ...(request.pdf?.blocks && { blocks: [layout] }),
  }
}

/** The blocks of a picture of a page of a document. */
export async function readPageBlocks(
  picture: Uint8Array,
  readPicture: ReadPicture,
): Promise<PageBlock[]> {
  const read = await readPicture(picture, new AbortController().signal)
  return toReadBlocks(read).map((block) => ({
    type: block.kind,
    html: toHtml(block).trim(),
    place: shareOf(block, read),
    isRunning: false,
    confidence: rounded(block.confidence),
  }))
}

function shareOf(
  { box: [left, top, right, bottom] }: ReadBlock,
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  return [left / width, top / height, right / width, bottom / height]
}

const rounded = (confidence: number) => Math.round(confidence * 1_000) / 1_000

function layOut(
  blocks: readonly ReadBlock[],
  { width, height }: { width: number; height: number },
) {
  let markdown = ''
  const items = blocks.map((block, index): LayoutBlock => {
    const content = toMarkdown(block)
    if (index > 0) markdown += gap
    const start = markdown.length
    markdown += content
    return {
      id: `p1.b${index}`,
      type: block.kind satisfies BlockType,
      label: null,
      bbox: shareOf(block, { width, height }),
      content,
      markdownSpan: [start, markdown.length],
      readingOrder: index,
      source: 'layout_ocr',
      confidence: { layout: null, ocr: rounded(block.confidence) },
    }
  })
  return { markdown, items }
}

const plainText = (line: string) => escapeText(line, { isCell: false, isLink: false })

function toMarkdown({ kind, lines }: ReadBlock): string {
  if (kind === 'list')
    return listItems(lines)
      .map(({ mark, text: item }) => `${mark} ${plainText(item)}`)
      .join('\n')
  const words = plainText(joined(lines))
  if (kind === 'text') return words
  return `${kind === 'title' ? '#' : '##'} ${words}`
}

function toHtml({ kind, lines }: ReadBlock): string {
  if (kind === 'list') {
    return `<ul>${listItems(lines)
      .map((item) => `<li>${text(item.text)}</li>`)
      .join('')}</ul>\n`
  }
  const tag = { title: 'h1', section_header: 'h2', text: 'p' }[kind]
  return `<${tag}>${text(joined(lines))}</${tag}>\n`
}

/** A word cut at the end of a line is made whole again. */
function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\n', ' ')
}

function listItems(lines: readonly string[]): { mark: string; text: string }[] {
  const items: { mark: string; text: string }[] = []
  for (const line of lines) {
    const [, mark, rest] = /^([•*·«»¢e©+-]|\d{1,3}[.)]) (.*)$/.exec(line) ?? []
    const last = items.at(-1)
    if (mark !== undefined) items.push({ mark: /\d/.test(mark) ? mark : '-', text: rest ?? '' })
    else if (last) last.text += ` ${line}`
    else items.push({ mark: '-', text: line })
  }
  return items
}
