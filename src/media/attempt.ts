import type { Waiter } from '#kernel/waiter.ts'
import type { MadeMedia, MediaWish } from './media.ts'

/** What all steps of one wish share. */
export interface Attempt {
  readonly wish: MediaWish
  /** For everything that is made; deleted afterwards. */
  readonly folder: string
  readonly waiter: Waiter
}

export type MadeFile = Omit<MadeMedia, keyof AsyncDisposable>
