import type { RefusalKind } from '#content/refusal/refusal.ts'
import { block } from './block.ts'
import { challenge } from './challenge.ts'
import { consentWall } from './consent-wall.ts'
import { geoBlock } from './geo-block.ts'
import { loginWall } from './login-wall.ts'
import { saysSo, readBeginning, type Phrases } from './phrases.ts'
import { rateLimit } from './rate-limit.ts'
import { soft404 } from './soft-404.ts'

/** The first kind is taken where several fit equally. */
export const allPhrases: readonly Phrases[] = [
  geoBlock,
  challenge,
  rateLimit,
  block,
  consentWall,
  loginWall,
  soft404,
]

const refusing: ReadonlySet<RefusalKind> = new Set(['challenge', 'rate_limit', 'block'])

/** Whether a text asks for a proof, denies access or names a limit. */
export function refusesInWords(text: string): boolean {
  const lines = readBeginning(text).join('\n')
  return allPhrases.some(
    (phrases) =>
      refusing.has(phrases.kind) && (saysSo(phrases, lines) || phrases.vague?.test(lines) === true),
  )
}
