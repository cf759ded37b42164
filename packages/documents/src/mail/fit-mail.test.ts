import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { readMail } from './read-mail.ts'

async function read(head: string, body: string | Buffer) {
  const file = Buffer.concat([Buffer.from(`Subject: Boats\r\n${head}\r\n\r\n`), Buffer.from(body)])
  const reading = await readMail({
    ...contentRequest(''),
    body: file,
    fileName: 'a.eml',
    contentType: undefined,
  })
  return { text: reading.markdown(), warnings: reading.warnings() }
}

const base64 = Buffer.from('The boats of the harbour are closed on Monday.').toString('base64')
const multipart = 'Content-Type: multipart/mixed; boundary=b'
const part = (head: string, body: string, mark = 'b') => `--${mark}\r\n${head}\r\n\r\n${body}\r\n`
const plain = 'Content-Type: text/plain; charset=utf-8'

test('whole parts are read without a warning', async () => {
  const encoded = `${plain}\r\nContent-Transfer-Encoding: base64`
  const quoted = `${plain}\r\nContent-Transfer-Encoding: quoted-printable`
  const body = `${part(encoded, base64)}${part(quoted, 'K=C3=B6nig of =\r\nboats =3D 3')}--b--\r\n`
  const { text, warnings } = await read(multipart, body)
  assert.match(text, /closed on Monday[^]*König of boats = 3/)
  assert.deepEqual(warnings, [])
})

const damaged = (encoding: string, name = '1 (text/plain)') =>
  `Content may be wrong or missing, because its ${encoding} is damaged, in the part ${name}.`

test('parts whose encoding is damaged or not known are named', async () => {
  const encodings: readonly (readonly [string, string, string])[] = [
    ['base64', `${base64.slice(0, 20)}####${base64.slice(20)}`, damaged('base64')],
    ['base64', base64.slice(0, 33), damaged('base64')],
    ['quoted-printable', 'K=ZZnig', damaged('quoted-printable')],
    [
      'x-uuencode',
      'begin 644 a.txt',
      'Content is shown as it is encoded, because the encoding x-uuencode cannot be read, in the part 1 (text/plain).',
    ],
  ]
  for (const [encoding, body, warning] of encodings) {
    const head = `${plain}\r\nContent-Transfer-Encoding: ${encoding}`
    assert.deepEqual((await read(head, body)).warnings, [warning])
  }
  const head =
    'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64'
  const { warnings } = await read(multipart, `${part(head, '????')}--b--\r\n`)
  assert.deepEqual(warnings, [damaged('base64', 'a.pdf')])
})

test('texts whose bytes contradict their character set are read by their bytes', async () => {
  const ascii = await read('Content-Type: text/plain; charset=us-ascii; format=flowed', 'König')
  assert.match(ascii.text, /König/)
  assert.deepEqual(ascii.warnings, [
    'The text is declared as us-ascii, which its bytes contradict: it was read as utf-8, in the part 1 (text/plain).',
  ])
  const latin = Buffer.from('König der Böte und Häfen', 'latin1')
  assert.match((await read(plain, latin)).text, /König der Böte und Häfen/)
  const unknown = await read('Content-Type: text/plain; charset=harbour', Buffer.from([0xf6]))
  assert.deepEqual(unknown.warnings, [
    'Letters may be wrong, because the character set harbour is not known, in the part 1 (text/plain).',
  ])
  const broken = await read(plain, Buffer.from([0x42, 0xff, 0x43]))
  assert.match(broken.text, /B\uFFFDC/)
  assert.deepEqual(broken.warnings, [
    'Bytes that are no characters of their encoding are shown as \uFFFD.',
  ])
})

const found =
  'The message states no boundary, or a wrong one, between its parts; the one in use was found.'

test('parts between other lines than those that are stated are found', async () => {
  const body = `${part(plain, 'Boats.', 'x1')}${part(plain, 'Piers.', 'x1')}--x1--\r\n`
  for (const head of [multipart, 'Content-Type: multipart/mixed']) {
    const { text, warnings } = await read(head, body)
    assert.match(text, /Boats\.[^]*Piers\./)
    assert.deepEqual(warnings, [found])
  }
  const inner = part('Content-Type: multipart/alternative; boundary=inner', body)
  const { text } = await read(multipart, `${inner}${part(plain, 'Locks.')}--b--\r\n`)
  assert.match(text, /Piers\.[^]*Locks\./)
  const none = await read(multipart, 'Boats and piers.')
  assert.match(none.text, /Boats and piers\./)
  assert.match(none.warnings.join(), /shown as one text/)
})

test('missing ends, and texts behind the end, are named', async () => {
  const inner = 'Content-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\n\r\nBoats.'
  const cut = await read(multipart, `--b\r\n${inner}\r\n${part(plain, 'Piers.')}--b--\r\n`)
  assert.deepEqual(cut.warnings, [
    'Text and attachments may be missing, because the file is cut off.',
  ])
  const more = await read(multipart, `${part(plain, 'Boats.')}--b--\r\n\r\nPiers.\r\n`)
  assert.deepEqual(more.warnings, ['Text behind the end of the last part was left out.'])
})

test('parts that are encrypted or kept elsewhere are named', async () => {
  for (const [type, warning] of [
    ['application/pkcs7-mime; name=smime.p7m', /^An encrypted or signed part .* smime\.p7m\.$/],
    ['message/external-body; access-type=URL', /^A part that is kept elsewhere was left out/],
    ['message/partial; number=1; total=3', /^The message is a part of a longer one/],
  ] as const)
    assert.match((await read(`Content-Type: ${type}`, 'x')).warnings.join(), warning)
})
