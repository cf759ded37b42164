import type { Readable } from 'node:stream'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { linkEndpoint } from './link-endpoint.ts'

const Link = z.object({ name: z.string(), expires: z.string(), signature: z.string() })

/** Reads the file of a signed link; undefined if the link is not valid. */
export type ReadFile = (link: z.output<typeof Link>) => Promise<
  | {
      readonly name: string
      readonly content: Uint8Array | Readable
      readonly byteLength: number
      readonly contentType: string
      readonly expiresAt: Date
    }
  | undefined
>

const invalidLink = () => new ServiceError('NOT_FOUND', 'This link has expired or is not valid.')

/** `GET /files/{name}`: files of signed links, with headers that prevent their content from being executed. */
export function filesEndpoint(readFile: ReadFile) {
  return linkEndpoint({
    method: 'GET',
    path: '/files/:name',
    link: Link,
    invalidLink,
    reply: { type: 'file' },
    async handle({ link }) {
      const file = await readFile(link)
      if (!file) throw invalidLink()
      const { content, contentType, byteLength } = file
      const leftSeconds = Math.floor((file.expiresAt.getTime() - Date.now()) / 1_000)
      const disposition = contentType.startsWith('image/') ? 'inline' : 'attachment'
      return {
        content:
          content instanceof Uint8Array
            ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
            : content,
        contentType,
        headers: {
          'content-length': String(byteLength),
          'content-disposition': `${disposition}; filename="${file.name}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
          'cache-control': `private, max-age=${Math.max(0, leftSeconds)}`,
        },
      }
    },
  })
}
