import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import type { Signer } from '#storage/signer.ts'

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
export function writeUploadRef(ref: UploadRef, signer: Signer): string {
  const payload = Buffer.from(JSON.stringify(ref)).toString('base64url')
  return `${payload}.${signer.sign(payload).toString('base64url')}`
}

/** What references are refused for. */
export const uploadRefusals = [
  'Invalid uploadRef format.',
  'Invalid uploadRef signature.',
  'uploadRef has expired.',
] as const

/** Fails with `BAD_REQUEST` for references that are not signed by this service or have expired. */
export function readUploadRef(text: string, signer: Signer, now: Date): UploadRef {
  const [payload, signature, ...rest] = text.split('.')
  if (!payload || !signature || rest.length > 0)
    throw new ServiceError('BAD_REQUEST', uploadRefusals[0])
  if (!signer.isGenuine(signature, payload))
    throw new ServiceError('BAD_REQUEST', uploadRefusals[1])
  const ref = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (ref.expiresAt <= now.getTime()) throw new ServiceError('BAD_REQUEST', uploadRefusals[2])
  return ref
}
