import { createRequire } from 'node:module'
import type * as Detector from 'jschardet'

/** Legacy encodings of web pages, as the detector names them: those of the Latin alphabet, and those of other scripts. */
const latin = 'windows-1250 windows-1252 windows-1254 windows-1257 windows-1258 iso-8859-2'.split(
  ' ',
)
const others =
  'big5hkscs gb18030 cp932 shift_jis_2004 euc-jis-2004 cp949 euc-kr windows-1251 koi8-r koi8-u iso-8859-5 windows-1253 iso-8859-7 windows-1255 windows-1256 cp874 tis-620'.split(
    ' ',
  )

/** WHATWG names of the results that `TextDecoder` does not know. */
const webNames: Readonly<Record<string, string>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
}

let detector: typeof Detector | undefined

/** The label of the most likely legacy encoding of a text that is not UTF-8, for `TextDecoder`. */
export function detectEncoding(sample: Uint8Array): string {
  const isLatin = isMostlyLatin(sample)
  if (!isLatin && isDosCyrillic(sample)) return 'ibm866'
  // Loaded late: its model takes 45 MB, and few pages need it.
  detector ??= createRequire(import.meta.url)('jschardet') as typeof Detector
  const detectEncodings = isLatin ? latin : [...latin, ...others]
  const name = detector.detect(sample, { detectEncodings }).encoding?.toLowerCase()
  if (name === 'windows-1256' && isOtherArabic(sample)) return 'iso-8859-6'
  return name === undefined ? 'windows-1252' : (webNames[name] ?? name)
}

const latinShareMin = 0.05

/** Whether a text would have Latin letters inside of Arabic words, where the standard of ISO has Arabic ones. */
function isOtherArabic(sample: Uint8Array): boolean {
  if (new TextDecoder('iso-8859-6').decode(sample).includes('\uFFFD')) return false
  const text = new TextDecoder('windows-1256').decode(sample)
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  return count(/[à-ï]/g) >= latinShareMin * count(/\p{Script=Arabic}/gu)
}

const [dosLettersMin, dosFirstHalfMin] = [0.97, 0.3]

/** Other encodings have letters where this one has lines of frames, between the two halves of its small letters. */
function isDosCyrillic(sample: Uint8Array): boolean {
  const count = (from: number, to: number) =>
    sample.reduce((sum, byte) => sum + (byte >= from && byte <= to ? 1 : 0), 0)
  const all = count(0x80, 0xff)
  const isOfLetters = count(0x80, 0xaf) + count(0xe0, 0xf1) >= dosLettersMin * all
  return isOfLetters && count(0xa0, 0xaf) >= dosFirstHalfMin * all
}

/** In words of the Latin alphabet most letters beyond ASCII stand alone; in other scripts they stand together. */
function isMostlyLatin(sample: Uint8Array): boolean {
  const isAscii = (index: number) => (sample[index] ?? 0) < 0x80
  let [all, alone] = [0, 0]
  for (let index = 0; index < sample.length; index += 1) {
    if (isAscii(index)) continue
    all += 1
    if (isAscii(index - 1) && isAscii(index + 1)) alone += 1
  }
  return alone > all / 2
}
