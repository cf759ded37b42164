import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { fileBytesMax } from '#kernel/uploaded-file.ts'
import { ServiceError } from '#kernel/errors.ts'
import { whileClientWaits } from './observe.ts'
import type { SlowUploads } from './slow-uploads.ts'

/** Takes the bytes of an upload that was announced. Fails with `NOT_FOUND` and `PAYLOAD_TOO_LARGE`. */
export type ReceiveUpload = (
  target: { readonly uploadId: string; readonly uploadRef: string },
  bytes: Readable,
  signal: AbortSignal,
) => Promise<void>

const path = '/v2/parse/upload/:uploadId'

/** What is served here. */
export const uploadTargets = [
  { method: 'PUT', path },
  { method: 'POST', path },
] as const

interface TargetParts {
  readonly receiveUpload: ReceiveUpload
  readonly uploads: Pick<SlowUploads, 'expect'>
}

interface Target {
  Params: { uploadId: string }
  Querystring: { uploadRef?: unknown }
}

/**
 * `PUT` or `POST /v2/parse/upload/{uploadId}` (contract section 7.2): the bytes as they are, or a form with a file. No
 * key is needed, the reference is the permission.
 */
export function mountUploadTarget(
  app: FastifyInstance,
  { receiveUpload, uploads }: TargetParts,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload)
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.route<Target>({
      method: uploadTargets.map(({ method }) => method),
      url: path,
      handler: async (request, reply) => {
        const { params, query } = request
        if (Number(request.headers['content-length'] ?? 0) > bytesMax)
          throw new ServiceError('PAYLOAD_TOO_LARGE')
        using patience = uploads.expect(request.raw)
        void patience
        const { uploadRef } = query
        const bytes = await bytesOf(request)
        if (typeof uploadRef !== 'string' || !bytes)
          throw new ServiceError('NOT_FOUND', 'Upload URL not found or expired.')
        const target = { uploadId: params.uploadId, uploadRef }
        await receiveUpload(target, bytes, whileClientWaits(reply))
        return { success: true }
      },
    })
  })
}

/** A form is a little longer than its file. */
const bytesMax = fileBytesMax + 64 * 1024

async function bytesOf(request: FastifyRequest): Promise<Readable | undefined> {
  if (!request.isMultipart()) return (request.body as Readable | undefined | null) ?? undefined
  const part = await request.file({ limits: { fileSize: fileBytesMax + 1 } })
  return part?.file
}
