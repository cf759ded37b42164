const addressCharsMax = 2_000
/** One word, and then the end or what separates the host from the path. */
const beginning = /^\s*([^\s›»]+)\s*(?:\s[›>»…·]|[›»]|$)/

/** `www.site.example › path`, `https://…`: an address, or the name of a host with its path. */
export function isAddress(text: string): boolean {
  const address = beginning.exec(text.slice(0, addressCharsMax))?.[1]
  if (address === undefined) return false
  if (/^https?:\/\//i.test(address)) return true
  const [host = ''] = address.split(/[/:?]/, 1)
  const labels = host.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label)) &&
    /^[\p{L}-]{2,24}$/u.test(labels.at(-1) ?? '')
  )
}
