import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'
import type { ReadAgain } from '#kernel/read-again.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Comparison } from './comparison.ts'
import type { Comparer } from './create-comparer.ts'
import type { ComparisonInput } from './compare.ts'

interface Visit extends Omit<ComparisonInput, 'revisit'> {
  /** Absent where the page cannot be loaded once more. */
  readonly readAgain?: ReadAgain | undefined
  /** When the signal of the caller will abort. */
  readonly deadlineAt?: Date | undefined
}

const pauseMs = 2_000
const readMsMax = 20_000
/** A difference of more characters is not that of counters or of a rotating text. */
const diffLengthMax = 6_000

/**
 * Compares two versions. A small change is confirmed: the page is loaded once more after two seconds, and places that differ again
 * change with every visit, without a change of the content. A page that cannot be loaded again stays changed.
 */
export async function compareVisits(
  comparer: Pick<Comparer, 'compare'>,
  { readAgain, deadlineAt, ...visit }: Visit,
  caller: Caller,
): Promise<Comparison> {
  const comparison = await comparer.compare(visit, caller)
  if (comparison.status === 'same' || !readAgain) return comparison
  if (comparison.diff.text.length > diffLengthMax) return comparison
  if (deadlineAt && deadlineAt.getTime() - Date.now() < pauseMs + readMsMax) return comparison
  const revisit = await readLater(readAgain, caller.signal)
  return revisit ? comparer.compare({ ...visit, revisit }, caller) : comparison
}

async function readLater(readAgain: ReadAgain, signal: AbortSignal) {
  const late = AbortSignal.timeout(pauseMs + readMsMax)
  try {
    await sleep(pauseMs, undefined, { signal })
    return await readAgain(AbortSignal.any([signal, late]))
  } catch (error) {
    signal.throwIfAborted()
    // The change that was found stands.
    if (error instanceof ServiceError || late.aborted) return undefined
    throw error
  }
}
