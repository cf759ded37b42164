const privateTarget =
  'If it is in your own network, allow it: WEIR_ALLOWED_PRIVATE_HOSTS=name for its name, WEIR_ALLOWED_PRIVATE_CIDRS=10.1.0.0/16 for its addresses.'

/** Advice for the operator about an error; not shown to other callers. */
export const operatorHint = (code: string): string[] =>
  code === 'SCRAPE_DNS_RESOLUTION_ERROR' ? [privateTarget] : []
