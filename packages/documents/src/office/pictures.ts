import type { Lose } from '#documents/losses.ts'
import type { OfficeDocument } from './office-document.ts'
import type { Package } from './zip.ts'

/** Of all pictures of a document together. */
export const pictureBytesMax = 20 * 1024 * 1024
const picturesMax = 200

interface Picture {
  readonly mediaType: string
  readonly data: Buffer
}

/** Embedded pictures as data URLs, each once, up to the limit of bytes. */
export function listPictures(
  assets: OfficeDocument['assets'],
  file: Package | undefined,
  lose: Lose,
): string[] {
  const known = assets.filter(({ mediaType }) => mediaType.startsWith('image/'))
  const pictures = new Set<string>()
  let bytes = 0
  for (const { mediaType, data } of known.length > 0 || !file ? known : picturesIn(file)) {
    bytes += data.byteLength
    if (bytes > pictureBytesMax || pictures.size >= picturesMax) {
      lose('Pictures were left out, because there are too many')
      break
    }
    pictures.add(`data:${mediaType};base64,${data.toString('base64')}`)
  }
  return [...pictures]
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  emf: 'image/emf',
  wmf: 'image/wmf',
}

/** Pictures of a package by path: the converter omits those of workbooks. */
function* picturesIn(file: Package): Generator<Picture> {
  for (const name of file.names) {
    const [, ending = ''] = /^(?:xl\/media|Pictures)\/[^/]+\.(\w+)$/.exec(name) ?? []
    const mediaType = types[ending.toLowerCase()]
    // A larger one would not be listed.
    const data = mediaType === undefined ? undefined : file.part(name, pictureBytesMax)
    if (mediaType !== undefined && data) yield { mediaType, data }
  }
}
