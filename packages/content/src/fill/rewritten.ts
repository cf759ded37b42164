/** A letter of a script that parts words by spaces, or a digit. */
const joins = /[\p{Lu}\p{Ll}\p{Lt}\d]/u
const gap = /[\s.()/–-]/

/** Whether a text holds the letters and digits of a code, however either parts them: `DE02 7405 0000` and `DE0274050000`. */
export function holdsCode(text: string, code: string): boolean {
  const wanted = withoutGaps(code).toLowerCase()
  if (wanted.length < codeMin || !/\d/.test(wanted)) return false
  const lower = text.toLowerCase()
  const [first = ''] = wanted
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1)) {
    // `v4.2.0`, `#1207`
    const isVersion = lower.charAt(at - 1) === 'v' && !joins.test(lower.charAt(at - 2))
    if (joins.test(lower.charAt(at - 1)) && !isVersion) continue
    const end = endOfCode(lower, at, wanted)
    // A code that is parted by spaces goes on behind them.
    const isOn = end - at > wanted.length && /^ \d/.test(lower.slice(end))
    const isCut = joins.test(lower.charAt(end)) || /^[.,-]\d/.test(lower.slice(end, end + 2))
    if (end >= 0 && !isOn && !isCut) return true
  }
  return false
}

const codeMin = 3

/** Where a code ends that begins at a place; -1 where another one does. */
function endOfCode(text: string, at: number, code: string): number {
  let end = at
  for (let read = 0; read < code.length; end += 1) {
    const sign = text.charAt(end)
    if (sign === code.charAt(read)) read += 1
    else if (sign === '' || !gap.test(sign)) return -1
  }
  return end
}

const withoutGaps = (text: string): string => text.replaceAll(/[\s.()/–-]/g, '')

const digitsMin = 7
const prefixMax = 3

/** Whether a text holds a phone number, with the code of its country or with the zero that stands for it. */
export function holdsPhone(text: string, phone: string): boolean {
  const digits = readDigits(phone)
  if (digits.length < digitsMin) return false
  const shown = readDigits(text)
  if (shown.includes(digits)) return true
  if (!/^(?:\+|00)/.test(phone.trim())) return false
  const own = digits.replace(/^00/, '')
  for (let cut = 1; cut <= prefixMax; cut += 1) {
    const national = own.slice(cut).replace(/^0/, '')
    if (national.length >= digitsMin && shown.includes(national)) return true
  }
  return false
}

const readDigits = (text: string): string => text.replaceAll(/\D/g, '')

/** An address without its scheme and what ends it: `https://site.example/` is `site.example`. */
export const bareAddress = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
