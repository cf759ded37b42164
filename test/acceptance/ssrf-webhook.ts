/** No webhook delivery reaches a private address, in any notation or by name. */
import { fetch } from 'undici'
import { createGuard } from '#net/guard.ts'
import { createPost } from '#net/post.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startCanary } from '#test/fixtures/canary.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace, readVectors } from '#test/fixtures/namespace.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

enterNamespace()
const { vectors, controls } = readVectors()
await using dns = await startDns()
await using canary = await startCanary()
await using sender = createPost({ guard: createGuard() })
const timeoutMs = 2_500

type Send = (url: string) => Promise<number>

const guarded: Send = async (url) => {
  const request = { url, headers: { 'content-type': 'application/json' }, body: '{}' }
  return (await sender.post(request, callerUntil(AbortSignal.timeout(timeoutMs)))).status
}
const plain: Send = async (url) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(url, { method: 'POST', body: '{}', redirect: 'follow', signal })
  await answer.text()
  return answer.status
}

async function attack(send: Send) {
  let connected = 0
  let asked = 0
  for (const { cat, url } of vectors) {
    dns.reset()
    canary.reset()
    for (let count = 0; count < (cat === 'dns-rebind' ? 3 : 1); count++) {
      await send(url).catch(() => 0)
    }
    if (canary.touched.connections > 0) connected++
    if (canary.touched.requests > 0) asked++
  }
  return { connected, asked }
}

const ours = await attack(guarded)
let delivered = 0
for (const { url } of controls) {
  dns.reset()
  if ((await guarded(url).catch(() => 0)) > 0) delivered++
}
const theirs = await attack(plain)

const total = vectors.length
report(
  'ssrf-webhook',
  total === 226 && ours.connected + ours.asked === 0 && theirs.asked >= 100 && delivered >= 8,
  `${ours.connected} of ${total} TCP, ${ours.asked} HTTP; control ${theirs.asked}; public ${delivered} of ${controls.length} answered`,
)
