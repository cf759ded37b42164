const addressCharsMax = 2_000
const separator = /\s[›>»…·]|[›»]/

/** `www.site.example › path`, `https://…`: an address, or the name of a host with its path. */
export function isAddress(text: string): boolean {
  const [first = ''] = text.slice(0, addressCharsMax).split(separator, 1)
  const address = first.trim()
  if (address === '' || /\s/.test(address)) return false
  if (/^https?:\/\//i.test(address)) return true
  const [host = ''] = address.split(/[/:?]/, 1)
  const labels = host.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label)) &&
    /^[\p{L}-]{2,24}$/u.test(labels.at(-1) ?? '')
  )
}
