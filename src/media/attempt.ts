import type { Waiter } from '#kernel/waiter.ts'
import type { MadeMedia, WantedMedia } from './media.ts'

/** What all steps for one file share. */
export interface Attempt {
  readonly wanted: WantedMedia
  /** For everything that is made; deleted afterwards. */
  readonly folder: string
  readonly waiter: Waiter
}

export type MadeFile = Omit<MadeMedia, keyof AsyncDisposable>
