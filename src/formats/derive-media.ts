import type { MediaKind } from '#media/media.ts'
import { makeServiceParts, type DerivationContext, type Draft } from './derivation.ts'

const direct = { proxy: 'basic', skipTlsVerification: true } as const

/** Returns a link to a copy of the audio or video that a page names. */
export function copyOfMedia(
  kind: MediaKind,
  { document, media = [] }: Draft,
  context: DerivationContext,
): Promise<string> {
  const { teamId, screen, signal, baseUrl, route = direct } = context.request
  const wanted = { kind, pageUrl: document.metadata.url, references: media, route }
  return makeServiceParts(context).copyMedia(wanted, { teamId, screen, signal, baseUrl })
}
