import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text for cookies and links. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is stored of a token. A random token needs no slow hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
