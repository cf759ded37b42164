import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './charset.ts'

/** Texts written by an independent encoder. */
const samples = [
  {
    label: 'shift_jis',
    text: '日本語のページ、ようこそ。',
    base64: 'k/qWe4zqgsyDeYFbg1eBQYLmgqSCsYK7gUI=',
  },
  {
    label: 'euc-jp',
    text: '日本語のページ、ようこそ。',
    base64: 'xvzL3LjspM6l2qG8pbihoqTopKaks6S9oaM=',
  },
  {
    label: 'iso-2022-jp',
    text: '日本語のページ、ようこそ。',
    base64: 'GyRCRnxLXDhsJE4lWiE8JTghIiRoJCYkMyQ9ISMbKEI=',
  },
  {
    label: 'gb18030',
    text: '简体中文网页，欢迎您。𠀀',
    base64: 'vPLM5dbQzsTN+NKzo6y7ttOtxPqho5UygjY=',
  },
  { label: 'gbk', text: '简体中文网页，欢迎您。', base64: 'vPLM5dbQzsTN+NKzo6y7ttOtxPqhow==' },
  { label: 'big5', text: '繁體中文網頁，歡迎您。', base64: 'wWPF6aSkpOW69K22oUHFd6rvsXqhQw==' },
  {
    label: 'euc-kr',
    text: '한국어 페이지에 오신 것을 환영합니다.',
    base64: 'x9Gxub7uIMbkwMzB9r+hIL/AvcUgsM3AuyDIr7+1x9W0z7TZLg==',
  },
  {
    label: 'windows-1250',
    text: 'Příliš žluťoučký kůň – „ano“',
    base64: 'UPjtbGmaIJ5sdZ1vdehr/SBr+fIgliCEYW5vkw==',
  },
  {
    label: 'windows-1251',
    text: 'Съешь ещё этих мягких булок — №1',
    base64: '0frl+Pwg5fm4IP3y6PUg7P/j6uj1IOHz6+7qIJcguTE=',
  },
  { label: 'windows-1252', text: 'Größe “café” – 5 €', base64: 'R3L232Ugk2NhZumUIJYgNSCA' },
  {
    label: 'windows-1253',
    text: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
    base64: 'zuXz6uXw3Ob5IPTn7SD49ffv9uj88eEg4uTl6/Xj7N/h',
  },
  {
    label: 'windows-1254',
    text: 'Pijamalı hasta yağız şoföre çabucak',
    base64: 'UGlqYW1hbP0gaGFzdGEgeWHw/Xog/m9m9nJlIOdhYnVjYWs=',
  },
  { label: 'windows-1255', text: 'דג סקרן שט בים', base64: '4+Ig8ff47yD56CDh6e0=' },
  { label: 'windows-1256', text: 'نص عربي بسيط', base64: '5NUg2tHI7SDI0+3Y' },
  {
    label: 'windows-1257',
    text: 'Įlinkdama fechtuotojo špaga',
    base64: 'wWxpbmtkYW1hIGZlY2h0dW90b2pvIPBwYWdh',
  },
  { label: 'windows-1258', text: 'Tiếng', base64: 'VGnq7G5n' },
  { label: 'windows-874', text: 'ภาษาไทย', base64: 'wNLJ0uS3wg==' },
  {
    label: 'koi8-r',
    text: 'Съешь ещё этих мягких булок',
    base64: '89/F29ggxd2jINzUycggzdHHy8nIIMLVzM/L',
  },
  { label: 'koi8-u', text: 'Їжак і ґанок', base64: 't9bByyCmIK3Bzs/L' },
  { label: 'ibm866', text: 'Съешь ещё булок', base64: 'keql6OwgpenxIKHjq66q' },
  { label: 'macintosh', text: 'Größe café “x”', base64: 'R3Kap2UgY2FmjiDSeNM=' },
  { label: 'x-mac-cyrillic', text: 'Мягких булок', base64: 'jN/j6uj1IOHz6+7q' },
  { label: 'iso-8859-2', text: 'Příliš žluťoučký kůň', base64: 'UPjtbGm5IL5sdbtvdehr/SBr+fI=' },
  { label: 'iso-8859-3', text: 'ĉiuĵaŭde', base64: '5ml1vGH9ZGU=' },
  { label: 'iso-8859-4', text: 'Įšūž', base64: 'x7n+vg==' },
  { label: 'iso-8859-5', text: 'Мягких булок', base64: 'vO/T2tjlINHj297a' },
  { label: 'iso-8859-6', text: 'نص عربي', base64: '5tUg2dHI6g==' },
  { label: 'iso-8859-7', text: 'Ξεσκεπάζω', base64: 'zuXz6uXw3Ob5' },
  { label: 'iso-8859-8', text: 'דג סקרן', base64: '4+Ig8ff47w==' },
  { label: 'iso-8859-10', text: 'Þórður ŋ', base64: '3vNy8HVyIL8=' },
  { label: 'iso-8859-13', text: 'špaga Į', base64: '8HBhZ2EgwQ==' },
  { label: 'iso-8859-14', text: 'Ŵŷ ḃ', base64: '0P4gog==' },
  { label: 'iso-8859-15', text: 'Œuvre à 5 €', base64: 'vHV2cmUg4CA1IKQ=' },
  { label: 'iso-8859-16', text: 'Știință țară', base64: 'qnRpaW7+4yD+YXLj' },
  { label: 'utf-16le', text: 'Größe 日本 𝄞', base64: 'RwByAPYA3wBlACAA5WUsZyAANNge3Q==' },
  { label: 'utf-16be', text: 'Größe 日本 𝄞', base64: 'AEcAcgD2AN8AZQAgZeVnLAAg2DTdHg==' },
  { label: 'utf-8', text: 'Größe 日本 𝄞', base64: 'R3LDtsOfZSDml6XmnKwg8J2Eng==' },
] as const

const toBytes = (base64: string) => Buffer.from(base64, 'base64')
const ascii = (text: string) => Buffer.from(text, 'latin1')
const findSample = (wanted: string) => {
  const sample = samples.find(({ label }) => label === wanted)
  assert.ok(sample)
  return { text: sample.text, bytes: toBytes(sample.base64) }
}

for (const { label, text, base64 } of samples) {
  test(`${label} is read when the header names it`, () => {
    const decoded = decodeText(toBytes(base64), 'html', `text/html; charset=${label.toUpperCase()}`)
    assert.equal(decoded.text, text)
  })
}

for (const { label, text, base64 } of samples) {
  if (label.startsWith('utf-16')) continue
  test(`${label} is read when only the page names it`, () => {
    for (const declaration of [
      `<meta charset="${label}">`,
      `<meta http-equiv="Content-Type" content="text/html; charset=${label}">`,
      `<?xml version="1.0" encoding="${label}"?>`,
    ]) {
      const page = Buffer.concat([ascii(declaration), toBytes(base64)])
      assert.equal(decodeText(page, 'html', 'text/html').text, declaration + text)
    }
    const xml = `<?xml version='1.0' encoding='${label}'?>`
    const feed = Buffer.concat([ascii(xml), toBytes(base64)])
    assert.equal(decodeText(feed, 'xml', 'text/xml').text, xml + text)
  })
}

test('a byte order mark wins over the header, and the header over the page', () => {
  const marked = Buffer.concat([ascii('\xEF\xBB\xBF'), Buffer.from('Größe')])
  assert.equal(decodeText(marked, 'html', 'text/html; charset=shift_jis').text, 'Größe')

  const { bytes, text } = findSample('koi8-r')
  const page = Buffer.concat([ascii('<meta charset=utf-8>'), bytes])
  assert.equal(
    decodeText(page, 'html', 'text/html;charset="koi8-r"').text,
    `<meta charset=utf-8>${text}`,
  )
})

test('a declaration that the bytes contradict does not count', () => {
  const { bytes, text } = findSample('windows-1251')
  const own = Buffer.concat([ascii('<meta charset=windows-1251><p>'), bytes, bytes, bytes])
  for (const page of [own, Buffer.concat([ascii('<meta charset=utf-8><p>'), bytes, bytes, bytes])])
    assert.ok(decodeText(page, 'html', 'text/html; charset=utf-8').text.endsWith(text.repeat(3)))
  const { warnings } = decodeText(own, 'html', 'text/html; charset=utf-8')
  assert.deepEqual(warnings, [
    'The text is declared as UTF-8, which its bytes contradict: it was read as windows-1251.',
  ])
  assert.deepEqual(decodeText(own, 'html', 'text/html').warnings, [])

  const utf8 = '<meta charset=iso-8859-1><p>Größe, Höhe, Länge'
  for (const header of ['text/html; charset=iso-8859-1', 'text/html'])
    assert.equal(decodeText(Buffer.from(utf8), 'html', header).text, utf8)
  assert.match(String(decodeText(Buffer.from(utf8), 'html', 'text/html').warnings), /read as UTF-8/)
  // One broken character in a page of another encoding says nothing.
  const broken = Buffer.concat([Buffer.from('<p>Größe '), ascii('\xE9')])
  assert.equal(decodeText(broken, 'html', 'text/html; charset=utf-8').text, '<p>Größe \uFFFD')
})

test('UTF-16 is recognised with a mark, and without one by its zeros', () => {
  const page = '<!doctype html><title>Straße</title>'
  const little = Buffer.from(page, 'utf16le')
  assert.equal(decodeText(Buffer.concat([ascii('\xFF\xFE'), little]), 'html', undefined).text, page)
  assert.equal(decodeText(little, 'html', undefined).text, page)
  assert.equal(decodeText(Buffer.from(little).swap16(), 'html', undefined).text, page)
})

test('a declaration beyond the first kilobyte counts', () => {
  const { bytes, text } = findSample('windows-1251')
  const padding = `<!-- ${'x'.repeat(4_000)} --><meta charset="windows-1251">`
  assert.equal(
    decodeText(Buffer.concat([ascii(padding), bytes]), 'html', undefined).text,
    padding + text,
  )
})

test('an undeclared page is UTF-8 when its bytes are, even with a broken byte', () => {
  assert.equal(decodeText(Buffer.from('日本語とGröße'), 'html', undefined).text, '日本語とGröße')
  const broken = Buffer.concat([
    Buffer.from('日本語の文章です。'.repeat(20)),
    ascii('\xFF'),
    Buffer.from('終'),
  ])
  assert.equal(
    decodeText(broken, 'html', undefined).text,
    `${'日本語の文章です。'.repeat(20)}\uFFFD終`,
  )
})

test('an undeclared text in ISO-2022-JP is known by its escape sequences', () => {
  const { bytes, text } = findSample('iso-2022-jp')
  assert.equal(decodeText(bytes, 'html', 'text/html').text, text)
})

test('an undeclared page that is nothing else is windows-1252', () => {
  assert.equal(
    decodeText(ascii('caf\xE9 \x80 5 \x93x\x94'), 'html', undefined).text,
    'café € 5 “x”',
  )
})

test('labels of the web mean what browsers take them for', () => {
  for (const label of ['iso-8859-1', 'latin1', 'us-ascii', 'ascii']) {
    assert.equal(decodeText(ascii('\x80\xE9'), 'html', `text/html; charset=${label}`).text, '€é')
  }
  assert.equal(decodeText(ascii('<meta charset=utf-16>é'), 'html', undefined).encoding, 'UTF-8')
})

test('UTF-7 is never decoded', () => {
  const attack = ascii('<meta charset="utf-7">+ADw-script+AD4-alert(1)+ADw-/script+AD4-')
  for (const contentType of ['text/html; charset=utf-7', 'text/html', undefined]) {
    assert.ok(!decodeText(attack, 'html', contentType).text.includes('<script>'))
  }
})

test('encodings that are only used in attacks decode to an empty text', () => {
  assert.equal(
    decodeText(ascii('<script>'), 'html', 'text/html; charset=iso-2022-kr').text,
    '\uFFFD',
  )
})

test('invalid bytes become replacement characters and never an error', () => {
  for (const { label } of samples) {
    const noise = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 256)
    assert.ok(decodeText(noise, 'html', `text/html; charset=${label}`).text.length > 0)
  }
  assert.equal(decodeText(ascii('a\xFFb'), 'html', 'text/html; charset=utf-8').text, 'a\uFFFDb')
  assert.equal(decodeText(ascii('\xE6\x97'), 'text', 'text/plain; charset=utf-8').text, '\uFFFD')
  assert.equal(decodeText(new Uint8Array(), 'html', 'text/html; charset=nonsense').text, '')
})

test('plain text declares no encoding', () => {
  const page = ascii('<meta charset="koi8-r">Das Museum ist t\xE4glich ge\xF6ffnet.')
  assert.equal(decodeText(page, 'text', 'text/plain').encoding, 'windows-1252')
})

test('an undeclared encoding is known by the letters of its text, also without a language', () => {
  const cyrillic = 'PHA+z/Do4uXyLCDs6PA='
  assert.match(decodeText(Buffer.from(cyrillic, 'base64'), 'html', 'text/html').text, /Привет, мир/)
  for (const label of ['windows-1251', 'koi8-r', 'windows-1253', 'big5', 'gbk'] as const) {
    const { text, bytes } = findSample(label)
    const page = Buffer.concat([ascii('<p>'), bytes])
    assert.equal(decodeText(page, 'html', 'text/html').text, `<p>${text}`, label)
  }
  const hebrew = Buffer.from('+ezl7SDs6+Xs7Swg4PDn8OUg6+DvIOHh6fog7OnjIOTw5Pg=', 'base64')
  assert.match(decodeText(hebrew, 'html', 'text/html').text, /^שלום לכולם/)
  const latin = '<p>Caf\xE9 \xE0 la cr\xE8me, p\xE5 \xE5, \xE5\xE4\xF6'
  assert.equal(decodeText(ascii(latin), 'html', 'text/html').encoding, 'windows-1252')
})

test('UTF-16 without a mark is found in every script', () => {
  const texts = [
    'Старый маяк дважды переносили, прежде чем он встал на восточном пирсе.\nРыбаки выгружают улов до рассвета.\n',
    '渔民喜欢在天亮以前把鱼运到岸上，因为拍卖会六点钟就开始了。\n\n绳子放在屋顶下干燥的地方，每一卷上都挂着一块铜牌。\n',
    'オールドタワーは二度も場所を変えた。\n漁師たちは夜明け前に魚を港へ運ぶ。\n',
  ]
  for (const text of texts) {
    const little = Buffer.from(text, 'utf16le')
    assert.equal(decodeText(little, 'text', undefined).text, text)
    assert.equal(decodeText(Buffer.from(little).swap16(), 'text', undefined).text, text)
  }
  const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * at * 7919) % 251))
  assert.doesNotMatch(decodeText(bytes, 'text', undefined).encoding, /utf-16/i)
})
