import type { FastifyInstance } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import { corsHeaders } from './cors.ts'

/** Where files behind signed links come from; undefined for a link that is not good. */
export type ReadFile = (link: {
  readonly name: string
  readonly expires: string
  readonly signature: string
}) => Promise<
  | {
      readonly name: string
      readonly bytes: Uint8Array
      readonly contentType: string
      readonly expiresAt: Date
    }
  | undefined
>

/** `GET /files/{name}`: no key is needed, the link itself is the permission. Nothing in a file may run. */
export function mountFiles(app: FastifyInstance, readFile: ReadFile): void {
  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/files/:name',
    async ({ params: { name }, query: { expires, signature } }, reply) => {
      const isWhole = typeof expires === 'string' && typeof signature === 'string'
      const file = isWhole ? await readFile({ name, expires, signature }) : undefined
      if (!file) throw new ServiceError('NOT_FOUND', 'This link has expired, or it never was one.')
      const leftSeconds = Math.floor((file.expiresAt.getTime() - Date.now()) / 1_000)
      const way = file.contentType.startsWith('image/') ? 'inline' : 'attachment'
      return reply
        .type(file.contentType)
        .headers({
          ...corsHeaders,
          'content-disposition': `${way}; filename="${file.name}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
          'cache-control': `private, max-age=${Math.max(0, leftSeconds)}`,
        })
        .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
    },
  )
}
