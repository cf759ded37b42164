const office = 'application/vnd.openxmlformats-officedocument'
const oasis = 'application/vnd.oasis.opendocument'

/** File extensions with a reader, and their media types. See docs/api/parse.md. */
const typesByEnding: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  pdf: 'application/pdf',
  docx: `${office}.wordprocessingml.document`,
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  doc: 'application/msword',
  odt: `${oasis}.text`,
  ods: `${oasis}.spreadsheet`,
  odp: `${oasis}.presentation`,
  rtf: 'application/rtf',
  xlsx: `${office}.spreadsheetml.sheet`,
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  xls: 'application/vnd.ms-excel',
  pptx: `${office}.presentationml.presentation`,
  pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ppt: 'application/vnd.ms-powerpoint',
  epub: 'application/epub+zip',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  eml: 'message/rfc822',
  // Pages that a browser saved.
  mht: 'message/rfc822',
  mhtml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  txt: 'text/plain',
  text: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  ipynb: 'application/x-ipynb+json',
  xml: 'application/xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jp2: 'image/jp2',
  j2k: 'image/jp2',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  avif: 'image/avif',
}

/** Media type of a file name's extension; undefined for extensions without a reader. */
export function typeOfName(fileName: string | undefined): string | undefined {
  const ending = /\.([a-z\d]{1,8})$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(typesByEnding, ending) ? typesByEnding[ending] : undefined
}

/** Extensions named in error messages. */
export const readableEndings: readonly string[] = Object.keys(typesByEnding).map(
  (ending) => `.${ending}`,
)

/** File formats with a reader: the extensions of each media type. */
export const readableFormats: readonly {
  readonly format: string
  readonly extensions: readonly string[]
  readonly mimeTypes: readonly string[]
}[] = [...Map.groupBy(Object.entries(typesByEnding), ([, type]) => type)].map(([type, entries]) => {
  const endings = entries.map(([ending]) => ending)
  const [format = ''] = endings
  return { format, extensions: endings.map((ending) => `.${ending}`), mimeTypes: [type] }
})
