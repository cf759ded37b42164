import type { MediaKind } from '#media/media.ts'
import type { DerivationContext, Draft } from './derivation.ts'

/** Credits of an audio or video file above the price of the page. */
export const mediaCredits = 4

const direct = { proxy: 'basic', skipTlsVerification: true } as const

/** Returns a link to a copy of the audio or video that a page names. */
export function copyOfMedia(
  kind: MediaKind,
  { document, media = [] }: Draft,
  { copyMedia, request }: DerivationContext,
): Promise<string> {
  const { teamId, signal, baseUrl, route = direct } = request
  const wish = { kind, pageUrl: document.metadata.url, references: media, route }
  return copyMedia(wish, { teamId, signal, baseUrl })
}
