import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { readDocument } from '#documents/read-document.ts'
import { readMail } from './read-mail.ts'

const readMarkdown = async (type: string) => {
  const head = 'From: Ann <ann@example.org>\r\nSubject: Weirs\r\nContent-Type: '
  const body = Buffer.from(`${head}${type}\r\n\r\nThe water is high.\r\n`)
  return (await readMail(contentRequest(body))).markdown()
}

for (const type of ['text', 'TEXT; charset=utf-8', 'text/', ''])
  test(`a mail of the malformed type "${type}" is plain text`, async () => {
    assert.equal(await readMarkdown(type), await readMarkdown('text/plain'))
  })

test('a nested mail of another type is an attachment', async () => {
  assert.match(await readMarkdown('application/octet-stream'), /## Attachments/)
})

const withParts = (parts: readonly string[]) =>
  readMail(
    contentRequest(
      Buffer.from(
        [
          'From: Ann <ann@example.org>\r\nSubject: Weirs\r\nContent-Type: multipart/mixed; boundary=b\r\n',
          '--b\r\nContent-Type: text/plain\r\n\r\nThe water is high.\r\n',
          ...parts.map((part) => `--b\r\n${part}\r\n`),
          '--b--\r\n',
        ].join('\r\n'),
      ),
    ),
  )

test('a damaged message that was forwarded is an attachment, with a warning', async () => {
  const reading = await withParts([
    `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=inner.eml\r\n\r\nSubject: ${'x'.repeat(1_100_000)}\r\n\r\nInner`,
  ])
  assert.match(reading.markdown(), /The water is high\.[^]*## Attachments[^]*inner\.eml/)
  assert.match(reading.warnings().join(), /forwarded message could not be read/)
})

const part = (name: string, content: string) =>
  `Content-Type: application/octet-stream; name=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`

test('attachments keep their order when those of Outlook are read, in linear time', async () => {
  const empty = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0, 0]).toString('base64')
  const parts = Array.from({ length: 3_000 }, () => part('winmail.dat', empty))
  const reading = await withParts([part('one.bin', 'AAAA'), ...parts, part('two.bin', 'AAAA')])
  const list = reading.markdown().split('## Attachments')[1] ?? ''
  assert.match(list, /one\.bin[^]*two\.bin/)
  assert.doesNotMatch(list, /winmail/)
})

const message = [
  'From: Cy <cy@example.org>\r\nSubject: Tide\r\nContent-Type: multipart/mixed; boundary=i\r\n',
  '--i\r\nContent-Type: text/plain\r\n\r\nHigh at noon.\r\n',
  '--i\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=tides.csv\r\n\r\na,b\r\n',
  '--i--\r\n',
].join('\r\n')

for (const [name, head] of [
  ['within the body', 'Content-Type: message/rfc822\r\n'],
  ['as a file', 'Content-Type: application/octet-stream; name=old.eml\r\n'],
] as const)
  test(`a message that was forwarded ${name} stands below with its attachments`, async () => {
    const markdown = (await withParts([`${head}\r\n${message}`])).markdown()
    assert.match(
      markdown,
      /The water is high\.\s+## Tide\s+\*\*From:\*\* Cy [^]*High at noon\.\s+## Attachments\s+- tides\.csv/,
    )
    assert.doesNotMatch(markdown, /old\.eml/)
  })

test('a page that a browser saved as MHTML is read by its name', async () => {
  const body = Buffer.from(
    'From: <Saved by Blink>\r\nSubject: Boats\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<h1>Boats of the harbour</h1><p>The ferry leaves =\r\nat seven.</p>\r\n--b--\r\n',
  )
  for (const fileName of ['boats.mhtml', 'BOATS.MHT']) {
    const request = contentRequest(body, { fileName, contentType: undefined, isUpload: true })
    const { markdown = '' } = await readDocument(request, {
      ocr: { program: undefined, languages: 'eng' },
      onProgress: () => {},
    })
    assert.match(markdown, /# Boats of the harbour\n\nThe ferry leaves at seven\.$/, fileName)
  }
})
