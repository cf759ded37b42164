import { ServiceError } from '#kernel/errors.ts'

/** Position in a list ordered by time and id. */
export interface ListPosition {
  readonly id: string
  readonly createdAt: Date
}

export const invalidCursor = 'Invalid cursor.'

const shape = /^(\d{1,16}):([\da-f-]{36})$/

/** Cursors are opaque to callers. Fails with `BAD_REQUEST` if the cursor is invalid. */
export function readCursor(cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return undefined
  const [, time, id] = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const createdAt = new Date(Number(time))
  if (id && !Number.isNaN(createdAt.getTime())) return { id, createdAt }
  throw new ServiceError('BAD_REQUEST', invalidCursor)
}

export function writeCursor({ id, createdAt }: ListPosition): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString('base64url')
}
