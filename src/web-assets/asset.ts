import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** A file for browsers, also compressed. */
export interface Asset {
  readonly content: Buffer
  /** The content itself if compression would not make it smaller. */
  readonly brotli: Buffer
  readonly contentType: string
}

const compress = promisify(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }

/** Compresses a file once, for all of its requests. */
export async function compressAsset(content: Buffer, contentType: string): Promise<Asset> {
  const brotli = contentType.startsWith('font/') ? content : await compress(content, { params })
  return { content, contentType, brotli: brotli.length < content.length ? brotli : content }
}

/** The file for a client, with the headers that name its encoding. */
export function encodedFor({ content, brotli, contentType }: Asset, acceptsBrotli: boolean) {
  const isSmaller = acceptsBrotli && brotli !== content
  return {
    content: isSmaller ? brotli : content,
    contentType,
    headers: { vary: 'Accept-Encoding', ...(isSmaller && { 'content-encoding': 'br' }) },
  }
}

/** For assets whose name contains a hash of their content. */
export const immutable = { 'cache-control': 'public, max-age=31536000, immutable' } as const
