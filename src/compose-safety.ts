import type { Config } from '#config.ts'
import { createModelConnection } from '#net/call-model.ts'
import type { SecondOpinion } from '#safety/ask-service.ts'
import { createSafety, type Safety } from '#safety/create-safety.ts'
import { createClassifier } from '#safety/injection/classifier.ts'
import { createAnalyser } from '#safety/pii/analyser.ts'

const connectionsMax = 16

/** Redaction and checks, with the configured second opinions; `stack` disposes them. */
export function composeSafety(
  { safety: { piiUrl, guardUrl } }: Config,
  stack: AsyncDisposableStack,
): Safety {
  const connect = (url: string, setting: string): SecondOpinion => {
    const { call } = stack.use(createModelConnection({ url, connectionsMax }))
    return { url, call, setting }
  }
  const analyse = piiUrl && createAnalyser(connect(piiUrl, 'WEIR_PII_URL'))
  const classify = guardUrl && createClassifier(connect(guardUrl, 'WEIR_GUARD_URL'))
  return stack.use(createSafety({ ...(analyse && { analyse }), ...(classify && { classify }) }))
}
