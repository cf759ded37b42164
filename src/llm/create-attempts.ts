import { setTimeout } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Circuit } from './circuit.ts'
import type { Caller } from '#kernel/caller.ts'
import {
  ModelError,
  type Model,
  type ModelAnswer,
  type ModelCall,
  type ModelErrorKind,
} from './model.ts'
import type { ModelSlots } from './slots.ts'
import type { Spend } from './spend.ts'

/** Calls of a model with slots, retries and token budget. */
export interface Attempts {
  /** Throws what `LanguageModel` says, and `ModelError` of kind `structure`, `length` or `spent`. */
  ask(call: ModelCall, caller: Caller): Promise<ModelAnswer>
}

interface AttemptsDeps {
  readonly model: Model
  readonly slots: ModelSlots
  readonly circuit: Circuit
  readonly spend: Spend
  readonly log: Log
  /** Milliseconds before a second attempt; doubles with each. */
  readonly retryMs?: number
}

const attemptsMax: Readonly<Partial<Record<ModelErrorKind, number>>> = {
  busy: 3,
  server: 2,
  connection: 2,
  broken: 2,
}
/** What the one who asks deals with. */
const passedOn = new Set<ModelErrorKind>(['structure', 'length', 'spent'])
/** An attempt with less time left would not end in time. */
const attemptMsMin = 5_000
/** Time that is left for what follows the answer. */
const reserveMs = 1_500
const retryMsDefault = 1_000

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { model, slots, circuit, spend, log, retryMs = retryMsDefault } = deps

  async function attempt(call: ModelCall, caller: Caller): Promise<ModelAnswer> {
    const leftMs = timeLeftMs(caller)
    if (leftMs < attemptMsMin) throw new ModelError('late')
    const late = leftMs === Infinity ? undefined : AbortSignal.timeout(leftMs - reserveMs)
    const signal = late ? AbortSignal.any([caller.signal, late]) : caller.signal
    try {
      using slot = await slots.acquire({ teamId: caller.teamId, signal })
      void slot
      const waitMs = circuit.waitMs()
      if (waitMs > 0) throw new ModelError('server', { retryAfterMs: waitMs })
      return await model.ask(call, signal)
    } catch (thrown) {
      caller.signal.throwIfAborted()
      if (late?.aborted) throw new ModelError('late')
      throw thrown
    }
  }

  /** Milliseconds to wait before the next attempt; undefined when there is none. */
  function pauseMs(failure: ModelError, tries: number, caller: Caller): number | undefined {
    if (tries >= (attemptsMax[failure.kind] ?? 1) || circuit.isOpen) return undefined
    const backoffMs = retryMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
    const waitMs = failure.retryAfterMs ?? backoffMs
    return waitMs + attemptMsMin > timeLeftMs(caller) ? undefined : waitMs
  }

  function note(failure: ModelError): void {
    const { kind, status } = failure
    log.warn({ model: model.id, kind, status }, 'language model call failed')
    if (attemptsMax[kind] !== undefined) circuit.fail()
  }

  return {
    async ask(call, caller) {
      await spend.check(caller.teamId)
      for (let tries = 1; ; tries++) {
        try {
          if (caller.modelCalls?.take() === false) throw new ModelError('spent')
          const answer = await attempt(call, caller)
          circuit.succeed()
          if (answer.usage) caller.onModelUsage?.(answer.usage)
          await spend.record(caller.teamId, answer.usage)
          return answer
        } catch (thrown) {
          if (!(thrown instanceof ModelError)) throw thrown
          if (passedOn.has(thrown.kind)) throw thrown
          note(thrown)
          const waitMs = pauseMs(thrown, tries, caller)
          if (waitMs === undefined) throw toModelFailure(thrown)
          await setTimeout(waitMs, undefined, { signal: caller.signal }).catch(() => undefined)
          caller.signal.throwIfAborted()
        }
      }
    },
  }
}

const timeLeftMs = ({ deadlineAt }: Caller) =>
  deadlineAt === undefined ? Infinity : deadlineAt.getTime() - Date.now()

/** Error for the caller, without the text of the provider. */
export function toModelFailure({ kind, retryAfterMs }: ModelError): ServiceError {
  if (kind === 'late') {
    return new ServiceError(
      'SCRAPE_TIMEOUT',
      'No time was left for the language model. Raise `timeout`.',
    )
  }
  if (kind === 'rejected' || kind === 'structure' || kind === 'length') {
    return new ServiceError(
      'SERVICE_UNAVAILABLE',
      'The language model does not accept requests. The operator can run "weir doctor --model" to see why.',
    )
  }
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    'The language model is not available at the moment. Try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil((retryAfterMs ?? 1_000) / 1_000)) },
  )
}
