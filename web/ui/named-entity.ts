import { trustedHtml } from './trusted-html.ts'

/**
 * Returns the character of a named reference such as `copy`, or false. The browser knows the names, so that the renderer of Markdown is
 * bundled without its table of them.
 */
export function decodeNamedCharacterReference(name: string): string | false {
  if (!/^[a-z0-9]{1,31}$/i.test(name)) return false
  const text = document.createElement('textarea')
  text.innerHTML = trustedHtml(`&${name};`)
  const { value } = text
  return value === `&${name};` ? false : value
}
