/**
 * Reads a URL again and again, and prints the milliseconds of each read as JSON.
 * node benchmarks/agent/status/read.ts <url> <key> <mode>
 * Modes: `at-once` reads 1,000 times over 100 connections at the same time; `clients` are 1,000 clients with a connection each, of which
 * every one reads each two seconds, as the public SDKs do, for ten seconds.
 */
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'

const [url = '', key = '', mode = ''] = process.argv.slice(2)
const count = 1_000
const everyMs = 2_000
const rounds = 5
const agent = new Agent({ connections: mode === 'clients' ? count : 100 })

async function read(): Promise<number> {
  const began = performance.now()
  const answer = await request(url, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}` },
  })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}.`)
  return performance.now() - began
}

async function readInRounds(index: number): Promise<number[]> {
  const times: number[] = []
  await setTimeout((everyMs * index) / count)
  for (let round = 0; round <= rounds; round++) {
    const took = await read()
    // The first one opens the connection.
    if (round > 0) times.push(took)
    await setTimeout(Math.max(0, everyMs - took))
  }
  return times
}

const work = Array.from({ length: count }, (_, index) => index)
const times =
  mode === 'clients'
    ? (await Promise.all(work.map(readInRounds))).flat()
    : await Promise.all(work.map(read))
await agent.destroy()
process.stdout.write(JSON.stringify(times))
