import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { writeZip } from '#fixtures/write-zip.ts'

/**
 * Concurrent uploads of 50 MB, as forms and by reference: memory growth of the service, and files left on disk. Control: a
 * server that buffers bodies.
 */
const fileBytes = 50 * 1024 * 1024
const atOnce = 4
const grownMbMax = 100
const options = JSON.stringify({ formats: ['markdown'] })
const boundary = 'large-uploads'

/** A document with few words and a large part that nothing refers to. */
const document = (ballastBytes: number) =>
  writeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Weirs hold back water.</w:t></w:r></w:p></w:body></w:document>',
    'word/ballast.bin': 'x'.repeat(ballastBytes),
  })
const head = `--${boundary}\r\nContent-Disposition: form-data; name="options"\r\n\r\n${options}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.docx"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const small = document(1_000)
const large = document(fileBytes - small.length)

await using weir = await startWeir({ env: { WEIR_LOG_LEVEL: 'error' } })
const authorization = `Bearer ${weir.key}`

interface Sent {
  readonly headers?: object
  readonly method?: 'PUT'
}

async function send(url: string, parts: readonly (string | Buffer)[], sent: Sent = {}) {
  const answer = await request(url, {
    method: sent.method ?? 'POST',
    headers: { authorization, ...sent.headers },
    body: Readable.from(pieces(parts)),
  })
  return { status: answer.statusCode, body: (await answer.body.json()) as Reply }
}

interface Reply {
  readonly data?: {
    readonly markdown?: string
    readonly uploadUrl: string
    readonly uploadRef: string
  }
}

function* pieces(parts: readonly (string | Buffer)[]) {
  for (const part of parts.map((text) => Buffer.from(text))) {
    for (let at = 0; at < part.length; at += 65_536) yield part.subarray(at, at + 65_536)
  }
}

const isRead = ({ body }: { body: Reply }) => body.data?.markdown === 'Weirs hold back water.'
const sendForm = async (file: Buffer) =>
  isRead(
    await send(`${weir.url}/v2/parse`, [head, file, tail], {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    }),
  )

async function sendFirst(file: Buffer) {
  const json = { headers: { 'content-type': 'application/json' } }
  const announced = await send(
    `${weir.url}/v2/parse/upload-url`,
    [JSON.stringify({ filename: 'large.docx' })],
    json,
  )
  const { uploadUrl = '', uploadRef = '' } = announced.body.data ?? {}
  await send(uploadUrl, [file], { method: 'PUT' })
  return isRead(await send(`${weir.url}/v2/parse`, [JSON.stringify({ uploadRef })], json))
}

/** Memory growth of a process during an operation, in MB. */
async function growth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  // Resets the peak memory counter.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = read('VmRSS')
  await work()
  return (read('VmHWM') - before) / 1024
}

const together = (work: () => Promise<boolean>) => Promise.all(Array.from({ length: atOnce }, work))

for (let turn = 0; turn < 3; turn += 1) {
  await together(() => sendForm(small))
  await together(() => sendFirst(small))
}
const read: boolean[] = []
const { pid } = weir
const forms = await growth(pid, async () => read.push(...(await together(() => sendForm(large)))))
const uploads = await growth(pid, async () =>
  read.push(...(await together(() => sendFirst(large)))),
)
const left = ['incoming', 'uploads'].flatMap((name) => readdirSync(join(weir.dataDir, name)))

const gatherer = `require('http').createServer(async (request, response) => { const all = []
  for await (const piece of request) all.push(piece); response.end(JSON.stringify(Buffer.concat(all).length)) })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
const other = spawn(process.execPath, ['-e', gatherer], { stdio: ['ignore', 'pipe', 'inherit'] })
const [port] = (await once(other.stdout, 'data')) as [Buffer]
const url = `http://127.0.0.1:${port.toString().trim()}/`
const control = await growth(other.pid ?? 0, () =>
  together(async () => (await send(url, [head, large, tail])).status === 200),
)
other.kill()

const good = read.filter(Boolean).length
report(
  'large-uploads',
  good === 2 * atOnce &&
    left.length === 0 &&
    Math.max(forms, uploads) <= grownMbMax &&
    control > grownMbMax,
  `${good} of ${2 * atOnce} files of 50 MB read, ${atOnce} concurrently; +${forms.toFixed(0)} MB as forms, ` +
    `+${uploads.toFixed(0)} MB by reference; ${left.length} left on disk; control +${control.toFixed(0)} MB`,
)
