/** Pictures are shown only from this service. */
export function ownPicture(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (/^data:image\/(?:png|jpeg|webp);base64,/.test(url)) return url
  if (!URL.canParse(url, location.origin)) return undefined
  const { pathname, search } = new URL(url, location.origin)
  return pathname.startsWith('/files/') ? pathname + search : undefined
}
