import type { Content, ContentFormat, ContentRequest } from './content.ts'
import { contentKind, type ContentKind } from './content-kind.ts'
import { readFile } from './file.ts'
import { readHtml } from './html/read-html.ts'
import type { Reading } from './reading.ts'
import { readCode, readJson, readText } from './text.ts'
import { readXml } from './xml.ts'

/** What a page is, and who reads it. */
const readers: Readonly<Record<ContentKind, (request: ContentRequest) => Reading>> = {
  html: readHtml,
  xml: readXml,
  json: readJson,
  code: readCode,
  text: readText,
  pdf: readFile,
  office: readFile,
  table: readText,
  mail: readText,
  image: readFile,
  file: readFile,
}

type FormatOf<Type> = Extract<ContentFormat, { type: Type }>

/**
 * A format, and how it is made. The order counts: what looks at the whole page comes before what consumes it.
 */
const formats: {
  readonly [Type in ContentFormat['type']]: (
    reading: Reading,
    asked: readonly FormatOf<Type>[],
  ) => Partial<Content>
} = {
  links: (reading) => ({ links: reading.links() }),
  images: (reading) => ({ images: reading.images() }),
  attributes: (reading, asked) => ({
    attributes: reading.attributes(asked.flatMap(({ selectors }) => selectors)),
  }),
  rawHtml: (reading) => ({ rawHtml: reading.rawHtml() }),
  rawBase64: (reading) => ({ rawBase64: reading.rawBase64() }),
  comparable(reading) {
    const comparable = reading.comparable?.()
    return comparable === undefined ? {} : { comparable }
  },
  markdown: (reading) => ({ markdown: reading.markdown() }),
  html: (reading) => ({ html: reading.html() }),
}

/**
 * Makes the asked formats of a page, on the calling thread. Fails with `SCRAPE_UNSUPPORTED_FILE_ERROR` or
 * `NOT_IMPLEMENTED` for files without a reader, `BAD_REQUEST` for bad selectors.
 */
export function readPage(request: ContentRequest): Content {
  const { body, contentType, fileName } = request
  return makeContent(readers[contentKind(body, contentType, fileName)](request), request)
}

/** Makes the asked formats of what has been opened. */
export function makeContent(reading: Reading, request: ContentRequest): Content {
  const [metadata, shell] = [reading.metadata(), reading.shell()]
  const made = Object.entries(formats).map(([type, make]) => {
    const asked = request.formats.filter((format) => format.type === type)
    return asked.length > 0 ? make(reading, asked as never) : {}
  })
  const content = Object.assign({ metadata, ...(shell && { shell }) }, ...made) as Content
  return { ...content, warnings: [...reading.warnings(), ...emptiness(content, request)] }
}

/** Whoever gets nothing is told so: an empty text alone looks like a success. */
function emptiness(content: Content, { includeTags, excludeTags }: ContentRequest): string[] {
  const texts = [content.markdown, content.html, content.rawHtml, content.rawBase64]
  if (!texts.some((text) => text?.trim() === '')) return []
  const isSelected = includeTags.length + excludeTags.length > 0
  return [isSelected ? nothingSelected : nothingFound]
}

const nothingFound = 'The result is empty: no text was found here.'
const nothingSelected =
  'The result is empty: includeTags and excludeTags leave no text of this page.'
