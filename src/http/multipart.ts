import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { isObject } from '#base/json-values.ts'
import { ServiceError } from '#kernel/errors.ts'
import { fileBytesMax, uploadSlots, type UploadedFile } from '#kernel/uploaded-file.ts'
import { createTeamSlots } from '#kernel/team-slots.ts'
import { readErrorCode } from '#base/error-code.ts'
import { capBody } from './body-cap.ts'
import { formFailure, formFile, invalidForm } from './form-failure.ts'
import { readBody } from './json-body.ts'
import { onceFinished, whileClientWaits } from './observe.ts'
import type { SlowUploads } from './slow-uploads.ts'

/** Stores a stream until the response is sent. Fails with `PAYLOAD_TOO_LARGE`. */
export type KeepUpload = (
  stream: Readable,
  keeping: { readonly bytesMax: number; readonly signal: AbortSignal },
) => Promise<Omit<UploadedFile, 'name' | 'contentType'>>

interface FormParts {
  readonly keepUpload: KeepUpload
  readonly uploads: Pick<SlowUploads, 'expect'>
}

const formBytesMax = fileBytesMax + 2 * 1024 * 1024
/** Options may be sent as a file. */
const optionsBytesMax = 1024 * 1024
const limits = { files: 2, fields: 10, parts: 12, fieldNameSize: 100, fieldSize: optionsBytesMax }
const invalidJson = "Invalid JSON in the 'options' field. Provide a valid JSON string."
const noFile =
  "Missing file upload. Send multipart/form-data with a 'file' field, or JSON with an 'uploadRef'."

/** Accepts forms in this scope; other content types are read as before. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
}

export type FormReader = ReturnType<typeof createReadForm>

/**
 * Reads a form: the file is written to disk as it arrives, and the part `options`, with any content type, becomes the body.
 * Fails with `BAD_REQUEST` and `PAYLOAD_TOO_LARGE`.
 */
export function createReadForm({ keepUpload, uploads }: FormParts) {
  const receiving = createTeamSlots(uploadSlots)
  return async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!request.isMultipart()) {
      if (request.body === undefined) throw new ServiceError('BAD_REQUEST', noFile)
      return
    }
    if (Number(request.headers['content-length'] ?? 0) > formBytesMax) {
      throw new ServiceError('PAYLOAD_TOO_LARGE')
    }
    using slot = request.account && receiving.enter(request.account.teamId)
    using patience = uploads.expect(request.raw)
    void [slot, patience]
    capBody(request.raw, formBytesMax)
    try {
      request.body = await readParts(request, reply, keepUpload)
    } catch (thrown) {
      throw toFailure(thrown)
    } finally {
      // An unread rest would block the connection.
      request.raw.resume()
    }
    if (!request.uploadedFile) throw new ServiceError('BAD_REQUEST', noFile)
  }
}

/** A form is slightly larger than its file. */
const uploadBytesMax = fileBytesMax + 64 * 1024
/** The form of an upload has only the file. */
const uploadLimits = { parts: 1, files: 1, fields: 0, fileSize: fileBytesMax + 1 }

/** Fails with `PAYLOAD_TOO_LARGE` if the content length of an upload is too large. */
export function refuseLongUpload({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > uploadBytesMax)
    throw new ServiceError('PAYLOAD_TOO_LARGE')
}

/** Returns the bytes of an upload: the body, none without one, or the only part of a form. Fails with `BAD_REQUEST` for a malformed form or no file. */
export async function readUpload(request: FastifyRequest): Promise<Readable> {
  if (!request.isMultipart()) return (request.body as Readable | undefined) ?? Readable.from([])
  capBody(request.raw, uploadBytesMax)
  const part = await request.file({ limits: uploadLimits }).catch((thrown: unknown) => {
    throw formFailure(thrown)
  })
  if (!part) throw invalidForm()
  return formFile(part.file)
}

async function readParts(
  request: FastifyRequest,
  reply: FastifyReply,
  keepUpload: KeepUpload,
): Promise<unknown> {
  const signal = whileClientWaits(reply.raw)
  let options: unknown = {}
  for await (const part of request.parts({ limits: { ...limits, fileSize: fileBytesMax + 1 } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'options') options = readOptions(readField(part))
      continue
    }
    if (part.fieldname === 'options') {
      options = readOptions(await readText(part.file))
      continue
    }
    if (part.fieldname !== 'file' || request.uploadedFile) throw invalidForm()
    const kept = await keepUpload(formFile(part.file), { bytesMax: fileBytesMax, signal }).catch(
      (thrown: unknown) => {
        // Not an error of the form.
        throw ServiceError.from(thrown)
      },
    )
    onceFinished(reply.raw, dispose(kept))
    request.uploadedFile = { ...kept, name: part.filename || undefined, contentType: part.mimetype }
  }
  return options
}

/** A file that cannot be deleted now is deleted at the next start. */
const dispose = (kept: AsyncDisposable) => () => {
  kept[Symbol.asyncDispose]().then(undefined, () => {})
}

/** Options that are sent as a file. Fails with `PAYLOAD_TOO_LARGE`. */
async function readText(file: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > optionsBytesMax) throw new ServiceError('PAYLOAD_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A field with the content type JSON is parsed already. */
function readField({ value, mimetype }: { readonly value: unknown; readonly mimetype: string }) {
  return mimetype === 'application/json' ? JSON.stringify(value) : value
}

/** Error texts of invalid options. */
function readOptions(value: unknown): unknown {
  if (typeof value !== 'string')
    throw new ServiceError('BAD_REQUEST', "The 'options' field must be a JSON string.")
  const options = parse(value)
  if (options === undefined) throw new ServiceError('BAD_REQUEST', invalidJson)
  if (isObject(options)) return options
  throw new ServiceError('BAD_REQUEST', "The 'options' field must parse to a JSON object.")
}

function parse(value: string): unknown {
  try {
    return readBody(Buffer.from(value))
  } catch (cause) {
    if (cause instanceof ServiceError && cause.code === 'BAD_REQUEST') throw cause
    throw new ServiceError('BAD_REQUEST', invalidJson, { cause })
  }
}

function toFailure(thrown: unknown): ServiceError {
  const code = readErrorCode(thrown)
  // Nested too deep to be serialised, or not JSON.
  const isOptions = code === 'FST_INVALID_JSON_FIELD_ERROR' || thrown instanceof RangeError
  return isOptions
    ? new ServiceError('BAD_REQUEST', invalidJson, { cause: thrown })
    : formFailure(thrown)
}
