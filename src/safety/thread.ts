import { findInjection, type ExaminedText, type Injection } from './injection/judge.ts'
import { withholdInstructions, type Withheld } from './injection/withhold.ts'
import { candidatesIn, type NameCandidate } from './pii/candidates.ts'
import type { Span } from './pii/entities.ts'
import type { FindNames } from './pii/names.ts'
import { redactMembers, textsOfMembers } from './pii/redact-members.ts'
import type { Redaction } from './pii/redaction.ts'

/** Tasks of the threads, with their results. */
export interface SafetyTasks {
  /** The texts of members, as an analyser reads them. */
  readonly texts: { readonly input: { readonly members: object }; readonly result: string[] }
  /** Phrases that may be names, of the texts of members. */
  readonly candidates: {
    readonly input: { readonly members: object }
    readonly result: { readonly texts: number; readonly candidates: NameCandidate[] }
  }
  readonly redact: {
    readonly input: {
      readonly members: object
      readonly redaction: Redaction
      readonly analysed?: readonly (readonly Span[])[]
    }
    readonly result: unknown
  }
  readonly examine: { readonly input: ExaminedText; readonly result: Injection | undefined }
  readonly withhold: {
    readonly input: { readonly members: object }
    readonly result: Withheld<unknown>
  }
}

export type SafetyTask = {
  [Kind in keyof SafetyTasks]: { readonly kind: Kind; readonly input: SafetyTasks[Kind]['input'] }
}[keyof SafetyTasks]

let namesFinder: Promise<FindNames> | undefined

/** What a thread runs. The word list of names is read with the first task that needs it. */
export async function runSafetyTask(task: SafetyTask): Promise<unknown> {
  if (task.kind === 'texts') return textsOfMembers(task.input.members)
  if (task.kind === 'candidates') {
    const texts = textsOfMembers(task.input.members)
    return { texts: texts.length, candidates: candidatesIn(texts) }
  }
  if (task.kind === 'examine') return findInjection(task.input)
  if (task.kind === 'withhold') return withholdInstructions(task.input.members)
  const { members, redaction, analysed } = task.input
  const findNames = redaction.mode === 'aggressive' ? await loadNames() : undefined
  return redactMembers(members, redaction, { findNames, analysed })
}

function loadNames(): Promise<FindNames> {
  namesFinder ??= import('./pii/names.ts').then(({ createFindNames }) => createFindNames())
  return namesFinder
}
