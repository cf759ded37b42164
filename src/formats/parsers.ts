import { z } from 'zod'
import type { ContentRequest } from '#content/content.ts'
import type { PdfOptions } from '#content/layout.ts'

const PdfParser = z
  .strictObject({
    type: z.literal('pdf'),
    mode: z.enum(['fast', 'auto', 'ocr']).default('auto'),
    maxPages: z.int().min(1).max(10_000).optional(),
    pages: z.boolean().optional(),
    pageMarkdown: z.boolean().optional().meta({ deprecated: true, description: 'Same as pages.' }),
    blocks: z.boolean().default(false),
    pageMarkers: z.boolean().default(false),
  })
  .meta({ id: 'PdfParser', description: 'How PDF files are parsed.' })

const ImageParser = z
  .strictObject({ type: z.literal('image') })
  .meta({ id: 'ImageParser', description: 'Parses images as one-page documents.' })

const ParserObject = z.discriminatedUnion('type', [PdfParser, ImageParser])

const defaultParser = ParserObject.parse({ type: 'pdf' })

/** File types to read. With an empty list, files are returned as base64. */
export const Parsers = z
  .array(
    z.union([
      z.enum(['pdf', 'image']).transform((type) => ParserObject.parse({ type })),
      ParserObject,
    ]),
  )
  .max(10)
  .default(() => [{ ...defaultParser }, { type: 'image' as const }])
  .transform((parsers) => parsers.map(withoutAlias))
  .meta({
    description:
      'File types to parse: pdf, image. With an empty list, files are returned as base64.',
    default: ['pdf', 'image'],
  })

/** `pageMarkdown` is a former name of `pages`. */
function withoutAlias(parser: z.output<typeof ParserObject>) {
  if (parser.type === 'image') return parser
  const { pageMarkdown = false, pages = pageMarkdown, ...rest } = parser
  return { ...rest, pages }
}

type Parser = z.output<typeof Parsers>[number]

/** Parser options of a content request. */
export function documentOptions(
  parsers: readonly Parser[],
): Pick<ContentRequest, 'readDocuments' | 'readPdf' | 'pdf' | 'readImages'> {
  return {
    readDocuments: parsers.length > 0,
    readPdf: parsers.some(({ type }) => type === 'pdf'),
    pdf: pdfOptions(parsers),
    readImages: parsers.some(({ type }) => type === 'image'),
  }
}

function pdfOptions(parsers: readonly Parser[]): PdfOptions | undefined {
  const parser = parsers.find(({ type }) => type === 'pdf')
  if (parser?.type !== 'pdf') return undefined
  const { mode, maxPages, pages, blocks, pageMarkers } = parser
  return { mode, maxPages, pages, blocks, pageMarkers }
}
