/** More than faxes have. */
const pagesMax = 200
const pixelsMax = 64_000_000

/** The pages of a picture, each as a picture of its own: a TIFF file may have several. */
export interface PagesOfPicture {
  readonly count: number
  /** Of an animation, of which only the first is read. */
  readonly frames: number
  /** Fewer when the file has more than are read. */
  readonly wanted: number
  read(index: number): Promise<Uint8Array>
}

const isTiff = (file: Uint8Array) =>
  ['II*\0', 'MM\0*'].includes(Buffer.from(file.subarray(0, 4)).toString('latin1'))

export async function listPagesOfPicture(
  file: Uint8Array,
  most = pagesMax,
): Promise<PagesOfPicture> {
  const { default: sharp } = await import('sharp')
  const one = { count: 1, wanted: 1, frames: 1, read: async () => file }
  if (!isTiff(file)) {
    // Files that the library does not know have one picture.
    const { pages = 1 } = await sharp(file)
      .metadata()
      .catch(() => ({ pages: 1 }))
    return { ...one, frames: Math.max(pages, countFramesOfPng(file)) }
  }
  const open = (page: number) => sharp(file, { page, limitInputPixels: pixelsMax, failOn: 'error' })
  // A file that is damaged is reported when its first page is read.
  const { pages: count = 1 } = await open(0)
    .metadata()
    .catch(() => ({ pages: 1 }))
  if (count === 1) return one
  const read = (index: number) => open(index).png({ compressionLevel: 1 }).toBuffer()
  return { count, wanted: Math.min(count, most, pagesMax), frames: 1, read }
}

const headBytes = 4_096
const isPng = (file: Uint8Array) => file[0] === 0x89 && file[1] === 0x50

/** The library shows an animated PNG as one picture. */
function countFramesOfPng(file: Uint8Array): number {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, headBytes))
  const at = isPng(head) ? head.indexOf('acTL') : -1
  return at === -1 || at + 8 > head.length ? 1 : head.readUInt32BE(at + 4)
}
