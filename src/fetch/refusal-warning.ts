import type { Refusal, RefusalKind } from '#content/refusal/refusal.ts'

const sentences: Readonly<Record<RefusalKind, string>> = {
  challenge: 'it asked for a proof that the request comes from a person',
  block: 'it denied access',
  rate_limit: 'it gets too many requests',
  geo_block: 'it is not available in the country that the request came from',
  consent_wall: 'it opens only after a choice about cookies, the age of the visitor, or a payment',
  login_wall: 'it asked for a login',
  soft_404: 'it says that the page does not exist, although its status says otherwise',
}

/** The warning of a document that is not the requested page. */
export function refusalWarning({ kind, by }: Refusal): string {
  const product = by === undefined ? '' : ` (${by})`
  return `The site did not return this page${product}: ${sentences[kind]}. See docs/guides/blocked-pages.md.`
}
