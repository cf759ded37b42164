/** Origin by which the caller reached the service, for absolute links. Forwarded headers count when a trusted proxy sent them. */
export function baseUrl(request: { readonly protocol: string; readonly host: string }): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const url = `${scheme}://${request.host}`
  return URL.canParse(url) ? new URL(url).origin : `${scheme}://localhost`
}
