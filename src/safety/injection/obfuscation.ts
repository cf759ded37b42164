const encodedLengthMin = 24
const encodedLengthMax = 8_192
const readableShareMin = 0.95

const base64 = /[A-Za-z\d+/]{24,}={0,2}/g
const hexadecimal = /[\dA-Fa-f]{24,}/g
const percentEncoded = /%[\dA-Fa-f]{2}/g
const tagCharacters = /[\u{E0020}-\u{E007E}]{4,4096}/gu
const spaced = /(?<![\p{L}\p{N}])(?:\p{L}[ .\-_*]){7,2048}\p{L}(?![\p{L}\p{N}])/gu
const invisible = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164/gu
const invisibleRun = /[\u200b-\u200d\u2060\u2062-\u2064\ufeff]{12}/

/** Letters of other alphabets that look like Latin ones. */
const lookalikes = new Map(
  'аaеeоoрpсcуyхxіiѕsјjһhԁdɡgӏlΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoАAВBЕEКKМMНHОOРPСCТTХX'
    .match(/../gu)
    ?.map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
)
/** Removes invisible characters and replaces look-alikes by the letters they imitate. */
export function replaceHomoglyphs(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(invisible, '')
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(visible)) return visible
  return visible.replaceAll(/\p{L}{3,64}/gu, (word) => (isMixed(word) ? toLatin(word) : word))
}

const isMixed = (word: string) =>
  /[A-Za-z]/.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
const toLatin = (word: string) =>
  Array.from(word, (letter) => lookalikes.get(letter) ?? letter).join('')

/** Texts that a text contains in an obfuscated form: encoded, reversed, with spaces between letters, in tag characters. */
export function* obfuscatedTexts(text: string): Generator<string> {
  for (const [found] of text.matchAll(base64)) yield* readable(Buffer.from(found, 'base64'))
  for (const [found] of text.matchAll(hexadecimal)) yield* readable(Buffer.from(found, 'hex'))
  if (/%[\dA-Fa-f]{2}/.test(text)) yield decodePercent(text)
  for (const [found] of text.matchAll(tagCharacters))
    yield Array.from(found, (letter) =>
      String.fromCharCode((letter.codePointAt(0) ?? 0) & 0x7f),
    ).join('')
  for (const [found] of text.matchAll(spaced)) yield joinSpaced(found)
  if (/\b(?:vtaber|qvfertneq|sbetrg|birepvqr)\b/i.test(text)) yield rot13(text)
  if (/\bsnoitcurtsni\b|\bstpmorp\b/i.test(text)) yield Array.from(text).toReversed().join('')
}

/** Whether a text contains a long run of invisible characters. */
export const hasInvisibleRun = (text: string): boolean =>
  invisibleRun.test(text) || /[\u{E0020}-\u{E007E}]{4}/u.test(text)

function* readable(bytes: Buffer): Generator<string> {
  if (bytes.length < encodedLengthMin / 2 || bytes.length > encodedLengthMax) return
  const text = bytes.toString('utf8')
  const letters = text.replaceAll(/[^\p{L}\p{N}\p{P}\s]/gu, '')
  if (letters.length >= text.length * readableShareMin && / |[\u3040-\u9fff]/.test(text)) yield text
}

const decodePercent = (text: string) =>
  text.replaceAll(percentEncoded, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

/** Words are further apart than letters: `i g n o r e  a l l`. */
const joinSpaced = (found: string) =>
  found
    .split(/[ ]{2,8}/)
    .map((word) => word.replaceAll(/[ .\-_*]/g, ''))
    .join(' ')

const rot13 = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
