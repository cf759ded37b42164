import type { Entity } from './entities.ts'

/** What is redacted, and how (docs/safety.md). */
export interface Redaction {
  /** `fast` finds by rules; `aggressive` also names and places by a word list; `accurate` also asks an analyser. */
  readonly mode: 'fast' | 'aggressive' | 'accurate'
  readonly entities: readonly Entity[]
  /** `<EMAIL>`, a star for each character, or nothing. */
  readonly replaceStyle: 'tag' | 'mask' | 'remove'
}
