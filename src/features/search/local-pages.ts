import type { Hit } from './providers/provider.ts'
import type { Wanted } from './wanted.ts'

/** Pages that the team has read, as results. */
export type LocalPages = (
  wanted: Wanted,
  options: { readonly teamId: string; readonly signal: AbortSignal },
) => Promise<{
  readonly hits: readonly Hit[]
  /** Pages that are known at all. */
  readonly pages: number
  readonly warnings: readonly string[]
}>
