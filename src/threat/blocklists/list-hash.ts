import { createHash } from 'node:crypto'

/** What an entry of a list covers: one host, a domain with its subdomains, or one URL. */
export type EntryKind = 'host' | 'domain' | 'url'

/** 64 bits of a hash: a list of a million entries takes 8 MB. */
export const listHash = (kind: EntryKind, text: string): bigint =>
  createHash('sha256').update(`${kind} ${text}`).digest().readBigUInt64BE()
