import { orAborted } from '#kernel/or-aborted.ts'
import type { ModelMemory } from './model-memory.ts'
import { ModelError, type Model } from './model.ts'
import { createTokenCounter, wholePromptShare } from './tokens.ts'

/**
 * What is known of the context of a server:
 * - `whole`: it reads prompts of the configured size, or its counts of tokens mean nothing
 * - `smaller`: it cuts or refuses them, and `contextTokens` is what it reads
 * - `unknown`: it did not answer, or no call was left to find out
 */
export type ContextVerdict = 'whole' | 'smaller' | 'unknown'

/** Finds out with texts of the service itself how much a server reads; what a caller sent can look cut without being so. */
export interface ContextCheck {
  /** Asks at most once an hour; `mayCall` counts each call. */
  judge(mayCall: () => boolean, signal: AbortSignal): Promise<ContextVerdict>
}

const rememberMs = 3_600_000
const outputTokensMax = 8
/** Share of the context that the long text fills. */
const promptShare = 0.7
/** A text that every server reads whole. */
const shortTokens = 600
const halvingsMax = 4
const checkMsMax = 120_000
const filler = 'The quick brown fox jumps over the lazy dog. '

export function createContextCheck({
  model,
  memory,
  now = () => performance.now(),
}: {
  readonly model: Model
  readonly memory: ModelMemory
  readonly now?: () => number
}): ContextCheck {
  let known: { readonly verdict: ContextVerdict; readonly untilMs: number } | undefined
  let running: Promise<ContextVerdict> | undefined

  /** What the server counts of a text of so many tokens; undefined when it refuses the text as too long. */
  async function measure(tokens: number, signal: AbortSignal) {
    const lines = Math.max(1, Math.floor(tokens / createTokenCounter().count(filler)))
    const text = `${filler.repeat(lines)}Answer with "yes".`
    try {
      const messages = [{ role: 'user' as const, text }]
      const { usage } = await model.ask({ messages, outputTokensMax }, signal)
      const counted = usage?.inputTokens ?? Number.NaN
      return { counted, isWhole: !(counted < tokens * wholePromptShare) }
    } catch (thrown) {
      if (thrown instanceof ModelError && thrown.kind === 'length') return undefined
      throw thrown
    }
  }

  async function find(mayCall: () => boolean, signal: AbortSignal): Promise<ContextVerdict> {
    if (!mayCall()) return 'unknown'
    const short = await measure(shortTokens, signal)
    // Counts that are too low even here say nothing about what was read; only a refusal does.
    const meansNothing = short?.isWhole === false
    for (let halving = 0; halving <= halvingsMax; halving++) {
      if (!mayCall()) return 'unknown'
      const long = await measure(memory.contextTokens * promptShare, signal)
      if (long && (long.isWhole || meansNothing)) return halving === 0 ? 'whole' : 'smaller'
      memory.limitContext(long ? long.counted : memory.contextTokens / 2)
      if (long) return 'smaller'
    }
    return 'smaller'
  }

  return {
    async judge(mayCall, signal) {
      if (known && now() < known.untilMs) return known.verdict
      running ??= find(mayCall, AbortSignal.timeout(checkMsMax))
        .catch((): ContextVerdict => 'unknown')
        .then((verdict) => {
          if (verdict !== 'unknown') known = { verdict, untilMs: now() + rememberMs }
          return verdict
        })
        .finally(() => (running = undefined))
      return orAborted(running, signal)
    },
  }
}
