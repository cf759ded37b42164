import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Threats } from '#threat/threats.ts'
import type { BatchUrls } from './batch.ts'
import type { BatchRequest } from './contract.ts'

/** Classifiers judge so many URLs when the batch is started, and the others when they are fetched. */
const judgedMax = 100

/**
 * Removes the URLs that the threat policy blocks and lists them as invalid. Fails with `unsafe_domain_blocked` if the request does not
 * ignore invalid URLs.
 */
export function createRefuseBlocked({
  threats,
}: {
  readonly threats: Pick<Threats, 'findScreen'>
}) {
  return async function refuseBlocked(
    { options, ignoreInvalidURLs }: Pick<BatchRequest, 'options' | 'ignoreInvalidURLs'>,
    { pages, invalid }: BatchUrls,
    { account, signal }: Call,
  ): Promise<BatchUrls> {
    const urls = pages.map(({ url }) => url)
    const screen = threats.findScreen(account, options.threatProtection)
    const blocked = await screen.blocked(urls, { signal, judgedMax })
    const [first] = blocked.values()
    if (!first) return { pages, invalid }
    if (!ignoreInvalidURLs) throw first
    const left = pages.filter(({ url }) => !blocked.has(url))
    if (left.length === 0) throw new ServiceError('BAD_REQUEST', 'No valid URLs provided')
    return { pages: left, invalid: [...invalid, ...blocked.keys()] }
  }
}
