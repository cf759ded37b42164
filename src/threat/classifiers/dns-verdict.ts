import { parseAddress } from '#net/address.ts'
import { defaultLifeMs, type Classifier } from '#threat/classifier.ts'
import { listedHost } from '#threat/domain-list.ts'
import type { AskNameServer, NameServerAnswer } from '#net/ask-name-server.ts'

/** A resolver that refuses names that it holds for dangerous, and one of the same kind that does not. */
export interface FilteringResolver {
  readonly name: string
  readonly filtering: readonly string[]
  readonly control: readonly string[]
}

/** Public resolvers that filter, by their name in the settings. */
const known: Readonly<Record<string, FilteringResolver>> = {
  cloudflare: {
    name: 'cloudflare-dns',
    filtering: ['1.1.1.2', '1.0.0.2'],
    control: ['1.1.1.1', '1.0.0.1'],
  },
  quad9: {
    name: 'quad9-dns',
    filtering: ['9.9.9.9', '149.112.112.112'],
    control: ['9.9.9.10', '149.112.112.10'],
  },
}

/** Parses `cloudflare`, `quad9` or `<filtering server>/<server that does not filter>`. Throws for anything else. */
export function readResolver(text: string): FilteringResolver {
  const named = known[text]
  if (named) return named
  const [filtering = '', control = '', ...more] = text.split('/')
  if (more.length === 0 && isServer(filtering) && isServer(control)) {
    return { name: `dns ${filtering}`, filtering: [filtering], control: [control] }
  }
  throw new Error(
    `"${text}" is not cloudflare, quad9 or two name servers as in 192.0.2.1:53/192.0.2.2:53.`,
  )
}

const isServer = (text: string) =>
  parseAddress(text.replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1')) !== null ||
  parseAddress(text.replace(/:\d{1,5}$/, ''))?.kind() === 'ipv4'

const blockScore = 100
const unspecified = new Set(['0.0.0.0', '::'])

/**
 * The answer of a filtering resolver as a verdict: a name is dangerous when it gives the unspecified address, or says that the name
 * does not exist while the other resolver knows it.
 */
export function dnsVerdict(resolver: FilteringResolver, ask: AskNameServer): Classifier {
  return {
    name: resolver.name,
    makeKey(url) {
      const host = listedHost(url)
      const isName = parseAddress(host.replaceAll(/^\[|\]$/g, '')) === null && host.includes('.')
      return isName ? host : undefined
    },
    async classify(url, signal) {
      const host = listedHost(url)
      const answer = await ask(resolver.filtering, host, signal)
      const isBlocked =
        isUnspecified(answer) ||
        (answer.state === 'none' && (await ask(resolver.control, host, signal)).state === 'found')
      return {
        score: isBlocked ? blockScore : 0,
        categories: isBlocked ? ['malware'] : [],
        lifeMs: defaultLifeMs,
      }
    },
  }
}

const isUnspecified = (answer: NameServerAnswer) =>
  answer.state === 'found' && answer.addresses.every((address) => unspecified.has(address))
