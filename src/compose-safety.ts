import type { Config } from '#config.ts'
import type { Llm } from '#llm/create-llm.ts'
import { createModelConnection } from '#net/call-model.ts'
import type { ExternalCheck } from '#safety/ask-service.ts'
import { createSafety, type Safety } from '#safety/create-safety.ts'
import { createClassifier } from '#safety/injection/classifier.ts'
import { createAnalyser } from '#safety/pii/analyser.ts'
import type { AskModel } from '#safety/pii/judge-candidates.ts'

const connectionsMax = 16

/** Redaction and checks, with the configured second opinions; `stack` disposes them. */
export function composeSafety(
  { safety: { piiUrl, guardUrl } }: Config,
  llm: Pick<Llm, 'model'> | undefined,
  stack: AsyncDisposableStack,
): Safety {
  const connect = (url: string, setting: string): ExternalCheck => {
    const { call } = stack.use(createModelConnection({ url, connectionsMax }))
    return { url, call, setting }
  }
  const analyse = piiUrl && createAnalyser(connect(piiUrl, 'WEIR_PII_URL'))
  const classify = guardUrl && createClassifier(connect(guardUrl, 'WEIR_GUARD_URL'))
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
  return async (question, waiter) => {
    const outcome = await model.askJson(question, { ...waiter, usesCache: false })
    return outcome.state === 'answered' ? outcome.value : undefined
  }
}
