/**
 * Clients that ask for results and never read them: exports of four kinds, documents of a job, WebSockets, files of a public page.
 * The service grows by a bounded amount, another client is answered, and the memory is free when the connections end. Control: a
 * server that writes each answer whole, as the sockets of its clients let it.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = 40
const pageBytes = 600_000
const sockets = 100
const grownMbMax = 500
const attempts = 5
const answersMax = 20

const site = createServer((request, response) => {
  const text = randomBytes(pageBytes)
    .toString('base64')
    .replaceAll(/(.{60})/g, '$1 ')
  const isPage = request.url?.startsWith('/p') === true
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
  response.end(isPage ? `<title>p</title><h1>P</h1><p>${text}</p>` : '')
})
await once(site.listen(0, '127.0.0.1'), 'listening')
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
await using weir = await startWeir({
  env: {
    WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEIR_BROWSER_PAGES_MAX: '0',
    WEIR_LOG_LEVEL: 'error',
  },
})

const urls = Array.from({ length: pages }, (_, index) => `${siteUrl}/p${index}`)
const { id } = await ask<{ id: string }>(weir, 'POST /v2/batch/scrape', {
  urls,
  formats: ['rawHtml'],
})
for (;;) {
  const { status } = await ask<{ status: string }>(weir, `GET /v2/batch/scrape/${id}?limit=1`)
  if (status !== 'scraping') break
  await sleep(200)
}

const measureMegabytes = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** The process that was started may be the parent of the one that serves. */
async function megabytesOfService(): Promise<number> {
  const metrics = await (await fetch(`${weir.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes ([\d.e+]+)/m.exec(metrics)?.[1]) / 1_024 ** 2
}

const job = `/v2/batch/scrape/${id}`
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
const kinds: Readonly<Record<string, readonly [path: string, headers?: string]>> = {
  jsonl: [`${job}/export?format=jsonl`],
  'jsonl, compressed': [`${job}/export?format=jsonl`, 'Accept-Encoding: gzip\r\n'],
  csv: [`${job}/export?format=csv&fields=rawHtml`],
  warc: [`${job}/export?format=warc`],
  documents: [job],
  WebSockets: [job, `${upgrade}Sec-WebSocket-Protocol: ${weir.key}\r\n`],
  openapi: ['/v2/openapi.json'],
}

interface Server {
  readonly url: string
  readonly megabytes: () => Promise<number>
}

/** Asks on many connections and reads nothing; returns by how many megabytes the process grew at most. */
async function stall({ url, megabytes }: Server, path: string, headers = ''): Promise<number> {
  const { port, hostname } = new URL(url)
  const before = await megabytes()
  const open: Socket[] = []
  for (let count = 0; count < sockets; count++) {
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => {})
    const authorization = headers.includes('Upgrade') ? '' : `Authorization: Bearer ${weir.key}\r\n`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${authorization}${headers}\r\n`)
    open.push(socket)
    await sleep(10)
  }
  let most = 0
  for (let look = 0; look < attempts * 4; look++) {
    most = Math.max(most, (await megabytes()) - before)
    await sleep(250)
  }
  for (const socket of open) socket.destroy()
  return most
}

/** Whether another client gets an answer, if it tries again when the service is busy. */
async function isAnswered(): Promise<boolean> {
  for (let attempt = 0; attempt < answersMax; attempt++) {
    const { status } = await fetch(`${weir.url}/v2/team/credit-usage`, {
      headers: { authorization: `Bearer ${weir.key}` },
    })
    if (status === 200) return true
    await sleep(1_000)
  }
  return false
}

const grown: Record<string, number> = {}
let answered = 0
for (const [kind, [path, headers]] of Object.entries(kinds)) {
  const stalling = stall({ url: weir.url, megabytes: megabytesOfService }, path, headers)
  await sleep(2_000)
  if (await isAnswered()) answered += 1
  grown[kind] = Math.round(await stalling)
}

/** Writes 10 MB for each client, as if all were read at once. */
const naive = `
  const server = require('node:http').createServer((_request, response) => response.end(Buffer.alloc(10e6, Math.random().toString())))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`
const control = spawn(process.execPath, ['-e', naive], { stdio: ['ignore', 'pipe', 'inherit'] })
const [line] = (await once(control.stdout, 'data')) as [Buffer]
const controlGrown = Math.round(
  await stall(
    {
      url: `http://127.0.0.1:${line.toString().trim()}`,
      megabytes: () => measureMegabytes(control.pid ?? 0),
    },
    '/',
  ),
)
control.kill()
site.closeAllConnections()
site.close()

const worst = Math.max(...Object.values(grown))
report(
  'slow-readers',
  worst <= grownMbMax && answered === Object.keys(kinds).length && controlGrown > grownMbMax,
  `at most ${worst} MB for ${sockets} connections that read nothing (${Object.entries(grown)
    .map(([kind, megabytes]) => `${kind} ${megabytes}`)
    .join(
      ', ',
    )}); others answered ${answered} of ${Object.keys(kinds).length} times; control ${controlGrown} MB`,
)
