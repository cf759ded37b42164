import { createHash } from 'node:crypto'
import type { FileReply } from './endpoint-parts.ts'

/** Tags of contents that stay in memory. */
const known = new WeakMap<Buffer, string>()

function makeTag(content: Buffer | string): string {
  const kept = typeof content === 'string' ? undefined : known.get(content)
  if (kept !== undefined) return kept
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  if (typeof content !== 'string') known.set(content, tag)
  return tag
}

/**
 * Adds the `ETag` of a file (RFC 9110); 304 without content for a client that has it. Streams have none, nor files that browsers keep
 * forever.
 */
export function validated(file: FileReply, ifNoneMatch: string | undefined): FileReply {
  const { content, headers = {}, status = 200 } = file
  const isKept = headers['cache-control']?.includes('immutable') === true
  if (status !== 200 || isKept || (typeof content !== 'string' && !Buffer.isBuffer(content)))
    return file
  const tag = makeTag(content)
  const tagged = { ...file, headers: { ...headers, etag: tag } }
  const tags = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return tags.includes(tag) || tags.includes('*') ? { ...tagged, status: 304, content: '' } : tagged
}
