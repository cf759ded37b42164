import { brave } from './brave.ts'
import { exaKeyless } from './exa-keyless.ts'
import { exa } from './exa.ts'
import { gdelt } from './gdelt.ts'
import { googlePse } from './google-pse.ts'
import { kagi } from './kagi.ts'
import { marginalia } from './marginalia.ts'
import { mojeek } from './mojeek.ts'
import { openverse } from './openverse.ts'
import type { SearchProvider } from './provider.ts'
import { resultPage, type ResultPageOptions } from './result-page.ts'
import { searxng } from './searxng.ts'
import { serpapi } from './serpapi.ts'
import { serper } from './serper.ts'
import { tavily } from './tavily.ts'
import { wikipedia } from './wikipedia.ts'
import { you, youKeyless } from './you.ts'

/** URLs and keys of providers; a provider without its own is absent. */
export interface ProviderAccess {
  readonly searxngUrl?: string | undefined
  readonly braveKey?: string | undefined
  readonly serperKey?: string | undefined
  readonly serpapiKey?: string | undefined
  readonly kagiKey?: string | undefined
  readonly googlePseKey?: string | undefined
  /** Identifier of the search engine (`cx`). */
  readonly googlePseEngine?: string | undefined
  readonly tavilyKey?: string | undefined
  readonly exaKey?: string | undefined
  readonly youKey?: string | undefined
  readonly mojeekKey?: string | undefined
  readonly marginaliaKey?: string | undefined
  /** Address of the result page of an engine, with `{query}`. */
  readonly resultPageUrl?: string | undefined
}

/** What providers that read pages need. */
export type PageReading = Omit<ResultPageOptions, 'template'>

const withKey =
  (
    create: (key: string) => SearchProvider,
    findKey: (access: ProviderAccess) => string | undefined,
  ) =>
  (access: ProviderAccess) => {
    const key = findKey(access)
    return key === undefined ? undefined : create(key)
  }

/**
 * Every provider, in the order in which they are asked: servers of the operator and keys first, then free tiers without a key.
 * A new provider is a file of its own and a line here.
 */
const table: readonly ((
  access: ProviderAccess,
  pages: PageReading,
) => SearchProvider | undefined)[] = [
  withKey(searxng, ({ searxngUrl }) => searxngUrl),
  withKey(brave, ({ braveKey }) => braveKey),
  withKey(serper, ({ serperKey }) => serperKey),
  withKey(serpapi, ({ serpapiKey }) => serpapiKey),
  withKey(kagi, ({ kagiKey }) => kagiKey),
  ({ googlePseKey: key, googlePseEngine: engine }) =>
    key === undefined || engine === undefined ? undefined : googlePse({ key, engine }),
  withKey(exa, ({ exaKey }) => exaKey),
  withKey(tavily, ({ tavilyKey }) => tavilyKey),
  withKey(you, ({ youKey }) => youKey),
  withKey(mojeek, ({ mojeekKey }) => mojeekKey),
  withKey(marginalia, ({ marginaliaKey }) => marginaliaKey),
  ({ resultPageUrl: template }, pages) =>
    template === undefined ? undefined : resultPage({ ...pages, template }),
  youKeyless,
  exaKeyless,
  gdelt,
  openverse,
  wikipedia,
]

/** The providers that can be asked; `names`, when there are some, choose and order them. */
export function createProviders(
  access: ProviderAccess,
  { names, pages }: { readonly names: readonly string[]; readonly pages: PageReading },
): SearchProvider[] {
  const all = table.flatMap((create) => create(access, pages) ?? [])
  if (names.length === 0) return all
  return names.flatMap((name) => all.find((provider) => provider.name === name) ?? [])
}
