import { ServiceError } from '#kernel/errors.ts'

/** Where a list went on: rows are ordered by time, then by id. */
export interface Place {
  readonly id: string
  readonly createdAt: Date
}

const shape = /^(\d{1,16}):([\da-f-]{36})$/

/** Opaque to callers; fails with `BAD_REQUEST` when it is not one of ours. */
export function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, time, id] = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const createdAt = new Date(Number(time))
  if (id && !Number.isNaN(createdAt.getTime())) return { id, createdAt }
  throw new ServiceError('BAD_REQUEST', 'Invalid cursor.')
}

export function writeCursor({ id, createdAt }: Place): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString('base64url')
}
