import type { Caller } from '#kernel/caller.ts'
import type { MadeMedia, WantedMedia } from './media.ts'

/** What all steps for one file share. */
export interface Attempt {
  readonly wanted: WantedMedia
  /** For everything that is made; deleted afterwards. */
  readonly folder: string
  readonly caller: Caller
}

export type MadeFile = Omit<MadeMedia, keyof AsyncDisposable>
