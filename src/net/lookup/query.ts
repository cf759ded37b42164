import type { LookupAddress } from 'node:dns'

/** A query to a lookup process. */
export interface Query {
  readonly id: number
  readonly host: string
}

/** Its response. */
export type QueryAnswer = { readonly id: number } & (
  | { readonly addresses: readonly LookupAddress[] }
  /** Error code of `node:dns`, for example `ENOTFOUND`. */
  | { readonly code: string }
)
