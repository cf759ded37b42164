import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utils, write } from 'cfb'
import { contentRequest } from '#fixtures/content-request.ts'
import { readMail } from './read-mail.ts'

const read = async (body: Uint8Array) =>
  (await readMail(contentRequest(body, { contentType: undefined }))).markdown()

type Parts = Readonly<Record<string, string>>

/** A message of Outlook with texts by the paths of its properties. */
function makeMsg(parts: Parts): Buffer {
  const file = utils.cfb_new()
  utils.cfb_add(file, '/__properties_version1.0', Buffer.alloc(32))
  for (const [path, text] of Object.entries(parts))
    utils.cfb_add(file, `/${path}`, Buffer.from(text, 'utf16le'))
  return Buffer.from(write(file, { type: 'buffer' }) as Buffer)
}

test('a message of Outlook is read with its attachments and the message in it', async () => {
  const inner = '__attach_version1.0_#00000001/__substg1.0_3701000D'
  const markdown = await read(
    makeMsg({
      '__substg1.0_0037001F': 'Lock times',
      '__substg1.0_0C1A001F': 'Mill House',
      '__substg1.0_1000001F': 'The lock opens at nine.',
      '__attach_version1.0_#00000000/__substg1.0_3707001F': 'plan.pdf',
      [`${inner}/__properties_version1.0`]: 'head',
      [`${inner}/__substg1.0_0037001F`]: 'Older times',
      [`${inner}/__substg1.0_1000001F`]: 'It opened at ten.',
    }),
  )
  assert.match(markdown, /# Lock times\s+\*\*From:\*\* Mill House\s+The lock opens at nine\./)
  assert.match(markdown, /plan\.pdf/)
  assert.match(markdown, /## Older times\s+It opened at ten\./)
})

const attribute = (id: number, data: Buffer) => {
  const head = Buffer.alloc(9)
  head[0] = 1
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(data.length, 5)
  return Buffer.concat([head, data, Buffer.alloc(2)])
}

const makeTnef = (...attributes: readonly Buffer[]) =>
  Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]), ...attributes])

/** A property of the type binary in a list of one. */
function getList(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(1, 0)
  head.writeUInt16LE(0x102, 4)
  head.writeUInt16LE(id, 6)
  head.writeUInt32LE(1, 8)
  head.writeUInt32LE(data.length, 12)
  return Buffer.concat([head, data, Buffer.alloc((4 - (data.length % 4)) % 4)])
}

const mailWith = (file: Buffer) =>
  Buffer.from(
    `Subject: Ropes\r\nMIME-Version: 1.0\r\nContent-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="winmail.dat"\r\n\r\n${file.toString('base64')}\r\n`,
  )

test('the body and the attachments in a winmail.dat file are read', async () => {
  const file = makeTnef(
    attribute(0x0006_9003, getList(0x1013, Buffer.from('<p>Send <b>ten</b> ropes.</p>'))),
    attribute(0x0006_9002, Buffer.alloc(14)),
    attribute(0x0001_8010, Buffer.from('rope list.txt\0')),
  )
  for (const body of [mailWith(file), file]) {
    const markdown = await read(body)
    assert.match(markdown, /Send \*\*ten\*\* ropes\./)
    assert.match(markdown, /rope list\.txt/)
  }
})

test('a body that is RTF alone is read', async () => {
  const text = Buffer.from(String.raw`{\rtf1\ansi Ten blue ropes.\par}`)
  const head = Buffer.alloc(16)
  head.writeUInt32LE(text.length, 4)
  head.writeUInt32LE(0x414c454d, 8)
  const markdown = await read(
    mailWith(makeTnef(attribute(0x0006_9003, getList(0x1009, Buffer.concat([head, text]))))),
  )
  assert.match(markdown, /Ten blue ropes\./)
})

test('a damaged body is named in a warning', async () => {
  const file = makeTnef(attribute(0x0006_9003, getList(0x1009, Buffer.from('no body at all here'))))
  const reading = await readMail(contentRequest(mailWith(file), { contentType: undefined }))
  assert.match(reading.warnings().join(' '), /body of a message could not be read/)
})

test('a forwarded message stands with its body below the one that it came with', async () => {
  const markdown = await read(
    Buffer.from(
      'Subject: Look\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nSubject: Tide\r\nContent-Type: text/plain\r\n\r\nHigh at noon.\r\n--b--\r\n',
    ),
  )
  assert.match(markdown, /# Look\s+See below\.\s+## Tide\s+High at noon\./)
})
