const privateTarget =
  'If it is in your own network, allow it: WEIR_ALLOWED_PRIVATE_HOSTS=name for its name, WEIR_ALLOWED_PRIVATE_CIDRS=10.1.0.0/16 for its addresses.'

/** What whoever runs Weir can do about a failure, beside what the caller can; callers from elsewhere are not told. */
export const operatorHint = (code: string): string[] =>
  code === 'SCRAPE_DNS_RESOLUTION_ERROR' ? [privateTarget] : []
