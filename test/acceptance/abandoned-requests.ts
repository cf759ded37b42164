// acceptance: quick, alone
/**
 * Clients that abort `POST /mcp` while the service is busy cost it little: their requests are dropped before the key is checked, so that
 * those who wait get an answer. CPU time of the main thread is compared with that of requests whose clients wait: the control.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import type { Busyness } from '#test/fixtures/watched-service.ts'

const clients = 40
const rounds = isQuick ? 10 : 30
/** Of the CPU time of a request that is answered. */
const shareMax = 0.5
const quietMs = 1_000

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

const child = fork(new URL('../fixtures/watched-service.ts', import.meta.url), ['{}'])
const [service] = (await once(child, 'message')) as [{ readonly url: string; readonly key: string }]
const { hostname, port } = new URL(service.url)
const headers = {
  authorization: `Bearer ${service.key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const head = [
  'POST /mcp HTTP/1.1',
  `Host: ${hostname}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  `Content-Length: ${body.length}`,
].join('\r\n')

async function figures(): Promise<Busyness> {
  child.send('figures')
  const [busyness] = (await once(child, 'message')) as [Busyness]
  return busyness
}

async function abandon(): Promise<void> {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.end(`${head}\r\n\r\n${body}`, resolve))
  socket.destroy()
  await once(socket, 'close')
}

async function waitForAnswer(): Promise<void> {
  const response = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(await response.text())
  await response.text()
}

/** CPU time of the main thread for some rounds in which the service stands while clients come. */
async function measureCpuMs(
  come: (() => Promise<void>) | undefined,
  count = rounds,
): Promise<number> {
  await figures()
  for (let round = 0; round < count; round += 1) {
    child.send('wait')
    if (come) await Promise.all(Array.from({ length: clients }, come))
    // An answer to a message comes after the step.
    await send(service, 'GET /health/live')
  }
  await sleep(quietMs)
  return (await figures()).cpuMs.all
}

// The first requests load code, and the next ones run before it is compiled.
await measureCpuMs(waitForAnswer, 4)
const quiet = await measureCpuMs(undefined)
const each = (ms: number) => (ms - quiet) / rounds / clients
const dropped = each(await measureCpuMs(abandon))
const control = each(await measureCpuMs(waitForAnswer))
const { status } = await send(service, 'GET /v2/team/credit-usage')
child.disconnect()
await once(child, 'exit')
const isServing = status === 200
report(
  'abandoned-requests',
  isServing && dropped <= shareMax * control,
  `${dropped.toFixed(2)} ms of the main thread for each of ${rounds * clients} abandoned requests, others ${isServing ? '' : 'not '}answered; control ${control.toFixed(2)} ms for each that is answered`,
)
