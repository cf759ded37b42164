import { Resolver } from 'node:dns/promises'
import { readErrorCode } from '#base/error-code.ts'

/** `none`: the server says that the name, or an IPv4 address of it, does not exist. */
export type NameServerAnswer =
  | { readonly state: 'found'; readonly addresses: readonly string[] }
  | { readonly state: 'none' }

/** Asks name servers for the IPv4 addresses of a name. Rejects when none of them gives an answer. */
export type AskNameServer = (
  servers: readonly string[],
  name: string,
  signal: AbortSignal,
) => Promise<NameServerAnswer>

const triesMax = 2
const tryMsMax = 1_000

/** Only for servers that the operator has chosen: no guard applies to them. */
export const askNameServer: AskNameServer = async (servers, name, signal) => {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: tryMsMax, tries: triesMax })
  resolver.setServers([...servers])
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return { state: 'found', addresses: await resolver.resolve4(name) }
  } catch (error) {
    if (isAbsence(error)) return { state: 'none' }
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const absences = new Set(['ENOTFOUND', 'ENODATA'])

const isAbsence = (error: unknown) => absences.has(readErrorCode(error) ?? '')
