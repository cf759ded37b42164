// acceptance: quick
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

/**
 * Interrupted uploads, because the client disconnects or the service is killed: what is on disk afterwards, and what of it is
 * readable. Control: the files before the interruption.
 */
const senders = 8
const canary = 'weirs-hold-back-water '
const block = Buffer.from(canary.repeat(3_000))
const head =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'

await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-killed-'))
const start = () => startWeir({ dataDir: folder.path, env: { WEIR_LOG_LEVEL: 'error' } })
const files = () => globSync(join(folder.path, '{incoming,uploads}/*'))
const readable = () => files().filter((path) => readFileSync(path).includes(canary)).length

interface Sending {
  readonly method: 'POST' | 'PUT'
  readonly headers: Record<string, string>
  readonly first: string
  readonly signal: AbortSignal
}

/** Sends a part of a file and then stops, until it is closed. */
function sendHalf(url: string, { first, ...sending }: Sending): void {
  const body = new Readable({ read() {} })
  body.push(first)
  for (let count = 0; count < 5; count += 1) body.push(block)
  void request(url, { ...sending, body }).catch(() => {})
}

function sendHalfForms({ url, key }: WeirProcess, signal: AbortSignal): void {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'multipart/form-data; boundary=b',
  }
  for (let count = 0; count < senders; count += 1)
    sendHalf(`${url}/v2/parse`, { method: 'POST', headers, first: head, signal })
}

async function sendHalfUploads({ url, key }: WeirProcess, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < senders; count += 1) {
    const answer = await request(`${url}/v2/parse/upload-url`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'a.txt' }),
    })
    const { data } = (await answer.body.json()) as { data: { uploadUrl: string } }
    sendHalf(data.uploadUrl, { method: 'PUT', headers: {}, first: '', signal })
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let count = 0; count < 200 && !isTrue(); count += 1) await sleep(50)
}

const all = 2 * senders
let weir = await start()
const leave = new AbortController()
sendHalfForms(weir, leave.signal)
await sendHalfUploads(weir, leave.signal)
await until(() => files().length === all)
const control = files().length
leave.abort()
await until(() => files().length === 0)
const afterLeaving = files().length

const stay = new AbortController()
sendHalfForms(weir, stay.signal)
await until(() => files().length === senders)
weir.child.kill('SIGKILL')
await once(weir.child, 'exit')
stay.abort()
const [killed, inClear] = [files().length, readable()]
weir = await start()
const afterKill = files().length
await weir[Symbol.asyncDispose]()

report(
  'killed-uploads',
  control === all && killed === senders && afterLeaving === 0 && afterKill === 0 && inClear === 0,
  `${afterLeaving} of ${control} files left after a disconnect; after a kill ${inClear} of ${killed} readable, ` +
    `${afterKill} left by the next start`,
)
