import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'

const Payload = z.strictObject({
  id: z.uuid(),
  teamId: z.uuid(),
  expiresAt: z.int(),
  /** Encryption key of the file; stored nowhere else. */
  key: z.string(),
  name: z.string(),
  contentType: z.string().optional(),
})
/** Payload of an upload reference. */
export type UploadRef = z.output<typeof Payload>

/** Returns a reference: its payload and signature, each in base64url (docs/api/parse.md). */
export function writeUploadRef(ref: UploadRef, secret: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(ref)).toString('base64url')
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** Fails with `BAD_REQUEST` for references that are not signed by this service or have expired. */
export function readUploadRef(text: string, secret: Uint8Array, now: Date): UploadRef {
  const [payload, signature, ...rest] = text.split('.')
  if (!payload || !signature || rest.length > 0)
    throw new ServiceError('BAD_REQUEST', 'Invalid uploadRef format.')
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(payload, secret)
  const isSpelled = given.toString('base64url') === signature
  if (!isSpelled || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ServiceError('BAD_REQUEST', 'Invalid uploadRef signature.')
  const ref = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (ref.expiresAt <= now.getTime())
    throw new ServiceError('BAD_REQUEST', 'uploadRef has expired.')
  return ref
}

const sign = (payload: string, secret: Uint8Array) =>
  createHmac('sha256', secret).update(payload).digest()
