import type { FastifyRequest } from 'fastify'

/** Where the caller reached us, for absolute links; forwarded headers count only when a trusted proxy sent them. */
export function baseUrl(request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const url = `${scheme}://${request.host}`
  return URL.canParse(url) ? new URL(url).origin : `${scheme}://localhost`
}
