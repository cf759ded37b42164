// acceptance: quick
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { isRunning } from '#kernel/processes.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

/**
 * Interrupted uploads, because the client disconnects or the service is killed: what is on disk afterwards, and what of it is
 * readable. Control: the files before the interruption.
 */
const senders = 8
const canary = 'weirs-hold-back-water '
const block = Buffer.from(canary.repeat(3_000))
const head =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'

await using weir = await startWeir({
  env: { WEIR_BROWSER_PAGES_MAX: '0', WEIR_LOG_LEVEL: 'error' },
})
const files = () => globSync(join(weir.dataDir, '{incoming,uploads}/*'))
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

function sendHalfForms(signal: AbortSignal): void {
  const headers = {
    authorization: `Bearer ${weir.key}`,
    'content-type': 'multipart/form-data; boundary=b',
  }
  for (let count = 0; count < senders; count += 1)
    sendHalf(`${weir.url}/v2/parse`, { method: 'POST', headers, first: head, signal })
}

async function sendHalfUploads(signal: AbortSignal): Promise<void> {
  for (let count = 0; count < senders; count += 1) {
    type Upload = { readonly data?: { readonly uploadUrl: string } }
    const file = { filename: 'a.txt' }
    const answer = await ask<Upload>(weir, 'POST /v2/parse/upload-url', file)
    assert.ok(answer.data, JSON.stringify(answer))
    sendHalf(answer.data.uploadUrl, { method: 'PUT', headers: {}, first: '', signal })
  }
}

const all = 2 * senders
const leave = new AbortController()
sendHalfForms(leave.signal)
await sendHalfUploads(leave.signal)
await until(() => files().length === all)
const control = files().length
leave.abort()
await until(() => files().length === 0)
const afterLeaving = files().length

const stay = new AbortController()
sendHalfForms(stay.signal)
await until(() => files().length === senders)
// The service notices a moment later that the process above it was killed; until then it would delete files of clients that leave.
const { pid } = weir
await weir.kill()
await until(() => !isRunning(pid))
stay.abort()
const [killed, inClear] = [files().length, readable()]
await weir.restart()
// Leftovers are deleted once the port is open.
await until(() => files().length === 0)
const afterKill = files().length

report(
  'killed-uploads',
  control === all && killed === senders && afterLeaving === 0 && afterKill === 0 && inClear === 0,
  `${afterLeaving} of ${control} files left after a disconnect; after a kill ${inClear} of ${killed} readable, ` +
    `${afterKill} left by the next start`,
)
