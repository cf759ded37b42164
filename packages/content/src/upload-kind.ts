import { ReadError } from '#base/read-error.ts'
import type { ContentRequest } from './content.ts'
import {
  contentKind,
  readEssence,
  isVague,
  kindByType,
  type ContentKind,
} from './bytes/content-kind.ts'
import { typeOfName } from './bytes/file-name.ts'

/**
 * Determines the kind of an uploaded file from its content, then its name, then its declared type. One of them must
 * have a reader, and a file named as a document must be one, so that an error page saved as `report.pdf`
 * is refused. Fails with `SCRAPE_UNSUPPORTED_FILE_ERROR`.
 */
export function uploadKind({ body, contentType, fileName }: ContentRequest): ContentKind {
  const kind = contentKind(body, contentType, fileName)
  if (binary.has(kind)) return kind
  const type = typeOfName(fileName) ?? declaredType(contentType, fileName)
  const promised = type === undefined ? undefined : kindByType(type)
  if (type === undefined || promised === undefined || promised === 'file') {
    if (kind === 'html' || kind === 'mail') return kind
    throw new ReadError('SCRAPE_UNSUPPORTED_FILE_ERROR')
  }
  if (promised === 'office') return writtenByOffice(body, type, kind)
  return binary.has(promised) ? promised : kind
}

/** Kinds that cannot be mistaken for text. */
const binary = new Set<ContentKind>(['pdf', 'office', 'image'])

/** Multipart parts without a type are declared as plain text. */
function declaredType(contentType: string | undefined, fileName = ''): string | undefined {
  const declared = readEssence(contentType)
  const isGuess = declared === 'text/plain' && /\.\w+$/.test(fileName)
  return isGuess || isVague(declared) ? undefined : declared
}

const headBytes = 4_096

/** Office programs and exporters save HTML, tables and MHTML under the extensions of documents. */
function writtenByOffice(body: Uint8Array, type: string, kind: ContentKind): ContentKind {
  if (kind === 'html' || kind === 'xml') return kind
  if (kind !== 'text') return 'office'
  const head = Buffer.from(body.subarray(0, headBytes)).toString('latin1')
  if (/^MIME-Version:/im.test(head) && /^Content-Type:\s*multipart\//im.test(head)) return 'mail'
  return /ms-excel/.test(type) && head.includes('\t') ? 'table' : 'office'
}
