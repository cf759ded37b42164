import { refuseFormats } from '#formats/key-restrictions.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { readUrl } from '#kernel/url.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { RefuseThreats } from '#features/agent/runs/refuse-threats.ts'
import type { StartRun } from '#features/agent/runs/start-run.ts'
import { noRetention } from '#features/agent/start-agent.ts'
import type { ExtractRequest } from './contract.ts'

/** What an extraction reads. */
export type ExtractBody = Omit<ExtractRequest, 'webhook' | 'urls'> & {
  /** Normalised. */
  readonly urls: readonly string[]
}

export interface StartedExtract {
  readonly id: string
  readonly invalidURLs: readonly string[]
}

export type StartExtract = (request: ExtractRequest, call: Call) => Promise<StartedExtract>

/** Accepts an extraction (docs/api/extract.md). */
export function createStartExtract({
  startRun,
  urlRules,
  refuseThreats,
}: {
  readonly startRun: StartRun
  readonly urlRules: UrlRules
  readonly refuseThreats: RefuseThreats
}): StartExtract {
  return async function startExtract({ webhook, ...body }, call) {
    const { schema } = body
    const { zeroDataRetention, allowedFormats } = call.account
    if (zeroDataRetention === 'forced' || body.zeroDataRetention === true) {
      throw new ServiceError('BAD_REQUEST', noRetention)
    }
    refuseFormats(['json'], allowedFormats)
    await checkJsonSchemas([{ type: 'json', ...(schema && { schema }) }], call)
    const { urls, invalidURLs } = readUrls(body, urlRules)
    await refuseThreats({ ...body, urls }, call)
    const target = urls[0] ?? body.prompt ?? ''
    const id = await startRun({ kind: 'extract', body: { ...body, urls }, webhook, target }, call)
    return { id, invalidURLs }
  }
}

function readUrls(
  { urls: texts = [], prompt = '', ignoreInvalidURLs }: ExtractRequest,
  { allowedHosts }: UrlRules,
): { readonly urls: readonly string[]; readonly invalidURLs: readonly string[] } {
  const urls: string[] = []
  const invalidURLs: string[] = []
  let reason = 'Invalid URL'
  for (const text of texts) {
    const reading = readUrl(text, allowedHosts)
    if (reading.status === 'read') urls.push(reading.url)
    else {
      invalidURLs.push(text)
      reason = reading.reason
    }
  }
  const isUsable = urls.length > 0 || (texts.length === 0 && prompt.trim() !== '')
  if (isUsable && (ignoreInvalidURLs || invalidURLs.length === 0)) return { urls, invalidURLs }
  throw new ServiceError('BAD_REQUEST', reason)
}
