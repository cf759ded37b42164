/** Who asks for work directly. */
export type Requester =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string }
  /** Without a key; the id is the hash of the network. */
  | { readonly kind: 'keyless'; readonly id: string }

/**
 * On whose behalf work is done: an access key, a session of the console, the schedule of a monitor, or a run of an agent. The
 * last two act for the requester who created them; null if that is no longer known.
 */
export type Principal =
  | Requester
  | { readonly kind: 'schedule'; readonly id: string; readonly actsFor: Requester | null }
  | { readonly kind: 'agent-run'; readonly id: string; readonly actsFor: Requester | null }

/** Who asked for the work in the end. */
export function findRequester(principal: Principal): Requester | null {
  return 'actsFor' in principal ? principal.actsFor : principal
}

/** The network of a request without a key; null for other callers. */
export const findNetworkId = (principal: Principal): string | null =>
  principal.kind === 'keyless' ? principal.id : null

/** The access key to which usage is attributed; null when none is involved. */
export function findKeyId(principal: Principal): string | null {
  const requester = findRequester(principal)
  return requester?.kind === 'key' ? requester.id : null
}
