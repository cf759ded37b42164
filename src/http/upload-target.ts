import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import { fileBytesMax } from '#kernel/uploaded-file.ts'
import { ServiceError } from '#kernel/errors.ts'
import { whileClientWaits } from './observe.ts'

/** Takes the bytes of an upload that was announced. Fails with `NOT_FOUND` and `PAYLOAD_TOO_LARGE`. */
export type ReceiveUpload = (
  target: { readonly uploadId: string; readonly uploadRef: string },
  bytes: Readable,
  signal: AbortSignal,
) => Promise<void>

/** `PUT /v2/parse/upload/{uploadId}` (contract section 7.2): no key is needed, the reference is the permission. */
export function mountUploadTarget(app: FastifyInstance, receiveUpload: ReceiveUpload): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload)
    scope.put<{ Params: { uploadId: string }; Querystring: { uploadRef?: unknown } }>(
      '/v2/parse/upload/:uploadId',
      async ({ params, query, body, headers }, reply) => {
        if (Number(headers['content-length'] ?? 0) > fileBytesMax)
          throw new ServiceError('PAYLOAD_TOO_LARGE')
        const { uploadRef } = query
        const isWhole = typeof uploadRef === 'string' && body !== undefined && body !== null
        if (!isWhole) throw new ServiceError('NOT_FOUND', 'Upload URL not found or expired.')
        const target = { uploadId: params.uploadId, uploadRef }
        await receiveUpload(target, body as Readable, whileClientWaits(reply))
        return { success: true }
      },
    )
  })
}
