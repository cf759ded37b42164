import { missingFor } from '#interact/languages.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { WorkRequest } from './contract.ts'
import type { SessionWork } from './work.ts'

const timeoutDefaults = { code: 30, prompt: 300 }

/** The work of a request. Fails with `SERVICE_UNAVAILABLE` if something is missing for its language. */
export function makeWork({ code, prompt, language, timeout }: WorkRequest): SessionWork {
  if (code === undefined) {
    return { prompt: prompt ?? '', timeoutMs: (timeout ?? timeoutDefaults.prompt) * 1_000 }
  }
  const missing = missingFor(language)
  if (missing === undefined)
    return { program: { code, language, timeoutMs: (timeout ?? timeoutDefaults.code) * 1_000 } }
  throw new ServiceError(
    'SERVICE_UNAVAILABLE',
    `Programs in ${language} cannot run on this server: ${missing}`,
  )
}
