import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { fileBytesMax } from '#kernel/uploaded-file.ts'
import { ServiceError } from '#kernel/errors.ts'
import { capBody } from './body-cap.ts'
import { formFailure, formFile, invalidForm } from './form-failure.ts'
import type { Keyless } from './keyless.ts'
import { whileClientWaits } from './observe.ts'
import type { SlowUploads } from './slow-uploads.ts'

/**
 * Takes the bytes of an upload that was announced; `open` is called once the reference has been checked.
 * Fails with `BAD_REQUEST`, `NOT_FOUND` and `PAYLOAD_TOO_LARGE`.
 */
export type ReceiveUpload = (
  target: { readonly uploadId: string; readonly uploadRef: string },
  open: () => Promise<Readable>,
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
  readonly keyless: Keyless
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
  { receiveUpload, uploads, keyless }: TargetParts,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload)
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.route<Target>({
      method: uploadTargets.map(({ method }) => method),
      url: path,
      config: { admitsItself: true },
      handler: async (request, reply) => {
        const leave = keyless.enter(request, reply)
        const { uploadId } = request.params
        const { uploadRef } = request.query
        if (Number(request.headers['content-length'] ?? 0) > bytesMax)
          throw new ServiceError('PAYLOAD_TOO_LARGE')
        if (typeof uploadRef !== 'string' || !hasBody(request)) throw unknownUpload()
        using patience = new DisposableStack()
        const open = async () => {
          leave()
          patience.use(uploads.expect(request.raw))
          return bytesOf(request)
        }
        await receiveUpload({ uploadId, uploadRef }, open, whileClientWaits(reply))
        return { success: true }
      },
    })
  })
}

/** A form is a little longer than its file. */
const bytesMax = fileBytesMax + 64 * 1024
/** A form carries the file and nothing else. */
const limits = { parts: 1, files: 1, fields: 0, fileSize: fileBytesMax + 1 }

const unknownUpload = () => new ServiceError('NOT_FOUND', 'Upload URL not found or expired.')

const hasBody = (request: FastifyRequest) =>
  request.isMultipart() || (request.body !== undefined && request.body !== null)

/** Fails with `BAD_REQUEST` for a form that is broken or has no file. */
async function bytesOf(request: FastifyRequest): Promise<Readable> {
  if (!request.isMultipart()) return request.body as Readable
  capBody(request.raw, bytesMax)
  const part = await request.file({ limits }).catch((thrown: unknown) => {
    throw formFailure(thrown)
  })
  if (!part) throw invalidForm()
  return formFile(part.file)
}
