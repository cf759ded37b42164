import type { Config } from '#config.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Llm } from '#llm/create-llm.ts'
import { createServerConnection } from '#net/call-server.ts'
import type { Lookup } from '#net/lookup.ts'
import type { ExternalCheck } from '#safety/ask-service.ts'
import { createSafety, type Safety } from '#safety/create-safety.ts'
import { createClassifier, type ClassifyText } from '#safety/injection/classifier.ts'
import { createAnalyser, type FindPersonalData } from '#safety/pii/analyser.ts'
import type { AskModel } from '#safety/pii/judge-candidates.ts'

const connectionsMax = 16

interface SafetyParts {
  readonly llm: Pick<Llm, 'model'> | undefined
  /** Absent where there is no service. */
  readonly lookup?: Lookup
}

/** Redaction and checks, with the configured second opinions; `stack` disposes them. */
export function composeSafety(
  config: Config,
  { llm, lookup }: SafetyParts,
  stack: AsyncDisposableStack,
): Safety {
  const { analyse, classify } = connectServices(config, { lookup }, stack)
  return stack.use(
    createSafety({
      ...(analyse && { analyse }),
      ...(llm && { ask: createAsk(llm) }),
      ...(classify && { classify }),
    }),
  )
}

/** Questions hold personal data: their answers are not kept. */
function createAsk({ model }: Pick<Llm, 'model'>): AskModel {
  return async (question, caller) => {
    const outcome = await model.askJson(question, { ...caller, zeroDataRetention: true })
    return outcome.state === 'answered' ? outcome.value : undefined
  }
}

/** The configured analyser and classifier. */
function connectServices(
  { safety: { piiUrl, guardUrl } }: Config,
  { lookup }: { readonly lookup?: Lookup | undefined },
  stack: AsyncDisposableStack,
): { readonly analyse: FindPersonalData | undefined; readonly classify: ClassifyText | undefined } {
  const connect = (url: string, setting: string): ExternalCheck => {
    const { call } = stack.use(createServerConnection({ url, connectionsMax, lookup }))
    return { url, call, setting }
  }
  return {
    analyse: piiUrl === undefined ? undefined : createAnalyser(connect(piiUrl, 'WEIR_PII_URL')),
    classify:
      guardUrl === undefined ? undefined : createClassifier(connect(guardUrl, 'WEIR_GUARD_URL')),
  }
}

/** Whether the configured services of `redactPII` and `checkPromptInjection` answer; undefined for those that are not configured. */
export async function probeSafetyServices(
  config: Config,
  signal: AbortSignal,
): Promise<{ readonly pii: boolean | undefined; readonly guard: boolean | undefined }> {
  await using stack = new AsyncDisposableStack()
  const { analyse, classify } = connectServices(config, {}, stack)
  const text = ['Ada Weir lives in London.']
  return { pii: await works(analyse?.(text, signal)), guard: await works(classify?.(text, signal)) }
}

/** False for a service that does not answer as it should. */
async function works(answer: Promise<unknown> | undefined): Promise<boolean | undefined> {
  if (!answer) return undefined
  try {
    await answer
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
