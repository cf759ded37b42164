import { ServiceError } from '#kernel/errors.ts'
import { createTaskThreads, LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { FindPersonalData } from './pii/analyser.ts'
import type { Span } from './pii/entities.ts'
import { judgeCandidates, type AskModel } from './pii/judge-candidates.ts'
import type { Redaction } from './pii/redaction.ts'
import type { ClassifyText } from './injection/classifier.ts'
import type { Withheld } from './injection/withhold.ts'
import type { ExaminedText, Injection } from './injection/judge.ts'
import type { SafetyTask, SafetyTasks } from './thread.ts'

/** Redacts personal data and finds instructions to language models, in worker threads. */
export interface Safety extends AsyncDisposable {
  /** Fails with `SERVICE_UNAVAILABLE`, naming the settings, when the mode needs an analyser or a model and none is configured. */
  assertAvailable(redaction: Redaction): void
  /**
   * The members with all of their strings redacted. Fails with `SERVICE_UNAVAILABLE` when the analyser does not answer or too
   * many pages wait, `SCRAPE_SITE_ERROR` for a page that takes too long, or the reason of the signal: never with members that
   * are not redacted.
   */
  redact<Members extends object>(
    members: Members,
    redaction: Redaction,
    caller: Caller,
  ): Promise<Members>
  /** Fails as `redact` does. */
  findInjection(texts: ExaminedText, caller: Caller): Promise<Injection | undefined>
  /** The members without the lines that instruct language models. Fails as `redact` does. */
  withhold<Members extends object>(members: Members, caller: Caller): Promise<Withheld<Members>>
}

interface SafetyDeps {
  readonly analyse?: FindPersonalData | undefined
  /** The language model, which judges names where there is no analyser. */
  readonly ask?: AskModel | undefined
  readonly classify?: ClassifyText | undefined
}

const taskMsMax = 60_000
const refusal = 'Too many pages are waiting to be checked. Try again shortly.'
const tooLarge = 'Checking the page takes too long: it is too large.'

export function createSafety({ analyse, ask, classify }: SafetyDeps): Safety {
  const threads = createTaskThreads<SafetyTask, unknown>({
    file: new URL('thread.ts', import.meta.url),
    name: 'runSafetyTask',
    refusal,
    taskMsMax,
  })

  async function run<Kind extends keyof SafetyTasks>(
    task: SafetyTask & { readonly kind: Kind },
    caller: Caller,
  ): Promise<SafetyTasks[Kind]['result']> {
    try {
      return await threads.run(task, caller)
    } catch (thrown) {
      if (thrown instanceof LateTaskError) throw new ServiceError('SCRAPE_SITE_ERROR', tooLarge)
      throw thrown
    }
  }

  /** What the analyser finds, else what the language model takes for names. */
  async function analysedSpans(members: object, caller: Caller): Promise<(readonly Span[])[]> {
    if (analyse)
      return analyse(await run({ kind: 'texts', input: { members } }, caller), caller.signal)
    if (!ask) throw new ServiceError('SERVICE_UNAVAILABLE', analyserMissing)
    const { candidates, texts } = await run({ kind: 'candidates', input: { members } }, caller)
    return judgeCandidates(candidates, { ask, texts }, caller)
  }

  return {
    assertAvailable({ mode }) {
      if (mode !== 'accurate' || analyse || ask) return
      throw new ServiceError('SERVICE_UNAVAILABLE', analyserMissing)
    },
    async redact<Members extends object>(
      members: Members,
      redaction: Redaction,
      caller: Caller,
    ): Promise<Members> {
      const isAccurate = redaction.mode === 'accurate'
      const analysed = isAccurate ? await analysedSpans(members, caller) : undefined
      const input = { members, redaction, ...(analysed && { analysed }) }
      return (await run({ kind: 'redact', input }, caller)) as Members
    },
    async findInjection(texts, caller) {
      const found = await run({ kind: 'examine', input: texts }, caller)
      if (found || !classify) return found
      const isInjected = await classify([texts.visible, texts.hidden], caller.signal)
      return isInjected ? { signals: ['classifier'], part: 'visible' } : undefined
    },
    async withhold<Members extends object>(
      members: Members,
      caller: Caller,
    ): Promise<Withheld<Members>> {
      return (await run({ kind: 'withhold', input: { members } }, caller)) as Withheld<Members>
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

const analyserMissing =
  'redactPII in the mode accurate needs an analyser or a language model, and none is configured: the operator sets WEIR_PII_URL or WEIR_LLM_PROVIDER. The modes fast and aggressive need none.'
