import type { Provider } from './provider.ts'
import { searxng } from './searxng.ts'

/** Addresses and keys of providers; a provider without its own is absent. */
export interface ProviderAccess {
  readonly searxngUrl?: string | undefined
}

/**
 * Every provider, in the order in which they are asked: servers of the operator and keys first, then what needs neither.
 * A new provider is a file of its own and a line here.
 */
const table: readonly ((access: ProviderAccess) => Provider | undefined)[] = [
  ({ searxngUrl }) => (searxngUrl === undefined ? undefined : searxng(searxngUrl)),
]

/** The providers that can be asked; `names`, when there are some, choose and order them. */
export function createProviders(access: ProviderAccess, names: readonly string[]): Provider[] {
  const all = table.flatMap((create) => create(access) ?? [])
  if (names.length === 0) return all
  return names.flatMap((name) => all.find((provider) => provider.name === name) ?? [])
}
