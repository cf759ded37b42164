// acceptance: quick
/**
 * Clients that abort `POST /mcp` while the service is busy cost it little: their requests are dropped before the key is checked, so that
 * those who wait get an answer. CPU time of the main thread is compared with that of a service that answers them: the control.
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
/** Of the CPU time without dropping. */
const shareMax = 0.7
const quietMs = 1_000

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

/** Milliseconds of the main thread for each abandoned request, and whether others are answered. */
async function measureCost(preload: readonly string[]) {
  const child = fork(new URL('../fixtures/watched-service.ts', import.meta.url), ['{}'], {
    execArgv: preload.flatMap((module) => ['--import', module]),
  })
  const [service] = (await once(child, 'message')) as [
    { readonly url: string; readonly key: string },
  ]
  const { hostname, port } = new URL(service.url)
  const head = `POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n`

  async function figures(): Promise<Busyness> {
    child.send('figures')
    const [busyness] = (await once(child, 'message')) as [Busyness]
    return busyness
  }
  async function abandon(): Promise<void> {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    await new Promise<void>((resolve) => socket.end(head + body, resolve))
    socket.destroy()
    await once(socket, 'close')
  }
  /** CPU time for some rounds in which the service cannot answer while clients come and go, or while none comes. */
  async function measureCpuMs(isAbandoned: boolean): Promise<number> {
    await figures()
    for (let round = 0; round < rounds; round += 1) {
      child.send('wait')
      if (isAbandoned) await Promise.all(Array.from({ length: clients }, abandon))
      // An answer to a message comes after the step.
      await send(service, 'GET /health/live')
    }
    await sleep(quietMs)
    return (await figures()).cpuMs.all
  }
  // The first requests load code.
  await measureCpuMs(true)
  const ms = (await measureCpuMs(true)) - (await measureCpuMs(false))
  const { status } = await send(service, 'GET /v2/team/credit-usage')
  child.disconnect()
  await once(child, 'exit')
  return { ms: ms / rounds / clients, isServing: status === 200 }
}

const dropped = await measureCost([])
const control = await measureCost([new URL('../fixtures/answer-the-gone.ts', import.meta.url).href])
report(
  'abandoned-requests',
  dropped.isServing && dropped.ms <= shareMax * control.ms,
  `${dropped.ms.toFixed(2)} ms of the main thread for each of ${rounds * clients} abandoned requests, others ${dropped.isServing ? '' : 'not '}answered; control ${control.ms.toFixed(2)} ms`,
)
