import { getCACertificates } from 'node:tls'

/** The certificates of `NODE_EXTRA_CA_CERTS`, as PEM. */
export const readExtraAuthorities = (): readonly string[] => getCACertificates('extra')
