/**
 * Time of a scrape for a team whose fetches are sent to a SIEM, beside a team without one, in turns.
 * node benchmarks/siem/run.ts [--requests 1000]
 */
import { parseArgs } from 'node:util'
import { send } from '#test/fixtures/ask.ts'
import { startSiemReceiver } from '#test/fixtures/siem-receiver.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000' } } })
const count = Number(values.requests)
const warmUp = 50

await using site = await startSite((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<title>Page</title><p>A page with a sentence.</p>')
})
await using receiver = await startSiemReceiver()
await using service = await startService()
const url = await service.listen()
const plain = await addTeam(service.database, { credits: 1_000_000, requestsPerMinute: 1_000_000 })
const logged = await addTeam(service.database, { credits: 1_000_000, requestsPerMinute: 1_000_000 })
await service.ask('PUT', '/v2/team/siem', {
  key: logged.key,
  body: { enabled: true, destination: { type: 'http', url: receiver.url } },
})

async function scrape(key: string): Promise<number> {
  const startedAt = performance.now()
  const body = { url: site.url, maxAge: 0, formats: ['rawHtml'] }
  const { status } = await send({ url, key }, 'POST /v2/scrape', { body })
  if (status !== 200) throw new Error(`status ${status}`)
  return performance.now() - startedAt
}

const times = { plain: [] as number[], logged: [] as number[] }
for (let turn = -warmUp; turn < count; turn++) {
  // Each is first in every second turn.
  const order = turn % 2 === 0 ? (['plain', 'logged'] as const) : (['logged', 'plain'] as const)
  for (const name of order) {
    const ms = await scrape(name === 'plain' ? plain.key : logged.key)
    if (turn >= 0) times[name].push(ms)
  }
}
const at = (list: readonly number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0
for (const share of [0.5, 0.95]) {
  const [without, having] = [at(times.plain, share), at(times.logged, share)]
  process.stdout.write(
    `p${share * 100}: ${without.toFixed(2)} ms without, ${having.toFixed(2)} ms with a SIEM: ${(having / without).toFixed(3)} x, ${(having - without).toFixed(2)} ms more\n`,
  )
}
process.stdout.write(`${receiver.events.length} events received so far\n`)
