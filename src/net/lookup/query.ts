import type { LookupAddress } from 'node:dns'

/** What a look-up process is asked. */
export interface Query {
  readonly id: number
  readonly host: string
}

/** What it answers. */
export type QueryAnswer = { readonly id: number } & (
  | { readonly addresses: readonly LookupAddress[] }
  /** As `node:dns` names the failure, for example `ENOTFOUND`. */
  | { readonly code: string }
)
