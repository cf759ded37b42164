import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createMemory } from '#kernel/memory.ts'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { CallApi } from '#net/api-client.ts'
import type { AzureDestination } from './destination.ts'

type Token = { readonly value: string } | { readonly failure: string }

/** Access tokens of Microsoft Entra ID for the ingestion of logs (OAuth client credentials), kept until shortly before they expire. */
export interface AzureTokens {
  of(destination: AzureDestination, signal: AbortSignal): Promise<Token>
  /** The token was refused: the next call asks for another one. */
  forget(destination: AzureDestination): void
}

interface AzureTokensDeps {
  readonly callApi: CallApi
  /** `https://login.microsoftonline.com`, or that of another cloud. */
  readonly loginUrl: string
  /** `https://monitor.azure.com` is the audience in the public cloud. */
  readonly scope: string
}

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
const Refusal = z.object({ error_description: z.string() })
const keptMax = 1_000
/** A token is renewed this long before it expires. */
const marginMs = 60_000
const failureLengthMax = 500

export function createAzureTokens({ callApi, loginUrl, scope }: AzureTokensDeps): AzureTokens {
  const kept = createMemory<string>({ sizeMax: keptMax })
  return {
    async of(destination, signal) {
      const { tenantId, clientId, clientSecret } = destination
      const key = makeKey(destination)
      const known = kept.get(key)
      if (known !== undefined) return { value: known }
      const answer = await callApi(
        {
          url: `${loginUrl.replace(/\/$/, '')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: clientSecret,
            scope,
          }).toString(),
        },
        signal,
      )
      const token = Answer.safeParse(parseJson(answer.body))
      if (answer.status !== 200 || !token.success) return refused(answer)
      const { access_token: value, expires_in: seconds } = token.data
      kept.set(key, value, seconds * 1_000 - marginMs)
      return { value }
    },
    forget: (destination) => kept.delete(makeKey(destination)),
  }
}

/** The map holds no secrets of teams as keys. */
const makeKey = ({ tenantId, clientId, clientSecret }: AzureDestination) =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, clientId, clientSecret]))
    .digest('hex')

function refused({ status, body }: { readonly status: number; readonly body: string }): Token {
  const reason = Refusal.safeParse(parseJson(body)).data?.error_description ?? ''
  const text = reason.slice(0, failureLengthMax)
  return { failure: `Microsoft Entra ID refused the client (${status}).${text && ` ${text}`}` }
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return undefined
  }
}
