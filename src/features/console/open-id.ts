import type { Configuration } from 'openid-client'
import { ServiceError } from '#kernel/errors.ts'
import type { CallApi } from '#net/api-client.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'

/** What an OpenID Connect provider says about who has signed in. */
export interface OpenIdClaims {
  readonly issuer: string
  readonly subject: string
  /** Only when the provider has confirmed it. */
  readonly email: string | undefined
  readonly name: string | undefined
}

/** Sign-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export interface OpenId {
  /** The address at the provider, and the state that the browser keeps meanwhile, encrypted. */
  start(redirectUri: string): Promise<{ readonly url: string; readonly flow: string }>
  /** Takes the address that the provider has led the browser to. Fails with `UNAUTHORIZED`. */
  finish(flow: string, returned: URL): Promise<OpenIdClaims>
}

export interface OpenIdDeps {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly callApi: CallApi
  readonly seal: Seal
  readonly database: Sql
}

interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly startedMs: number
}

const load = () => import('openid-client')

const flowMs = 10 * 60_000
const callMsMax = 10_000
const failed = 'The sign-in at the provider did not succeed. Try again.'

export function createOpenId(deps: OpenIdDeps): OpenId {
  let known: Promise<Configuration> | undefined
  /** Read when it is needed first, and again after a failure. */
  const configuration = () => {
    known ??= discover(deps)
    known.catch(() => (known = undefined))
    return known
  }
  return {
    async start(redirectUri) {
      const [client, config] = [await load(), await configuration()]
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const flow: Flow = { state, nonce, verifier, startedMs: await readTime(deps.database) }
      return { url: url.href, flow: deps.seal.seal(flow) }
    },
    async finish(text, returned) {
      const [client, config] = [await load(), await configuration()]
      const flow = await readFlow(deps, text)
      try {
        const tokens = await client.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new ServiceError('UNAUTHORIZED', failed)
        const more = claims['email']
          ? claims
          : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        const { email, email_verified: isConfirmed, name } = { ...more }
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: isConfirmed === true && typeof email === 'string' ? email : undefined,
          name: typeof name === 'string' ? name : undefined,
        }
      } catch (thrown) {
        if (thrown instanceof ServiceError) throw thrown
        throw new ServiceError('UNAUTHORIZED', failed, { cause: thrown })
      }
    },
  }
}

/** Processes share a flow, so the database has the time. */
async function readTime(database: Sql): Promise<number> {
  const [row] = await database.query<{ ms: number }>(
    'select (extract(epoch from now()) * 1000)::float8 as ms',
  )
  return row?.ms ?? Number.NaN
}

async function readFlow({ seal, database }: OpenIdDeps, text: string): Promise<Flow> {
  const now = await readTime(database)
  try {
    const flow = seal.open<Flow>(text)
    if (now - flow.startedMs < flowMs) return flow
  } catch {
    // Not one of this service.
  }
  throw new ServiceError('UNAUTHORIZED', 'The sign-in took too long or began elsewhere. Try again.')
}

async function discover(deps: OpenIdDeps): Promise<Configuration> {
  const client = await load()
  const issuer = new URL(deps.issuer)
  // The operator has chosen an address without encryption.
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
  try {
    return await client.discovery(issuer, deps.clientId, deps.clientSecret, undefined, {
      execute,
      [client.customFetch]: toFetch(deps.callApi),
    })
  } catch (thrown) {
    const message =
      'The OpenID Connect provider does not answer. Ask the operator to compare WEIR_OIDC_ISSUER.'
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause: thrown })
  }
}

interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

/** Its requests go through the client for APIs, which follows no redirects. */
const toFetch = (callApi: CallApi) => async (url: string, options: FetchOptions) => {
  const headers = Object.fromEntries(new Headers(options.headers))
  const { body } = options
  if (body !== undefined && body !== null && !(body instanceof URLSearchParams))
    throw new TypeError('The body is no form.')
  const form = body?.toString()
  const answer = await callApi({ url, headers, body: form }, AbortSignal.timeout(callMsMax))
  return new Response(answer.body, {
    status: answer.status,
    headers: withoutCoding(answer.headers),
  })
}

/** The body is decoded already. */
function withoutCoding(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'content-encoding': _coding, 'content-length': _length, ...rest } = headers
  return rest
}
