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
  const warnings = reading.warnings()
  return Object.assign({ metadata, warnings, ...(shell && { shell }) }, ...made) as Content
}
