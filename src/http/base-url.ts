/** Returns the origin that the caller used, for absolute links. Forwarded headers of trusted proxies are applied. */
export function baseUrl(request: { readonly protocol: string; readonly host: string }): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const url = `${scheme}://${request.host}`
  return URL.canParse(url) ? new URL(url).origin : `${scheme}://localhost`
}
