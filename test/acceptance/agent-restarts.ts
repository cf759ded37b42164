/**
 * A service that is stopped in good order again and again during one long answer of the model: the run goes on afterwards and completes.
 * Control: a service that is killed as often gives the run up.
 * node test/acceptance/agent-restarts.ts
 */
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { call } from '#test/fixtures/agent-runs.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const stops = 5
const patienceMs = 120_000

let mayAnswer = false
await using model = await startScriptedModel(() =>
  mayAnswer ? call('finish', { answer: 'done', sources: [] }) : { hangs: true },
)
await using postgres = await startExternalPostgres({ fsync: 'off' })
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-restarts-'))
const env = {
  DATABASE_URL: postgres.url,
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_LOG_LEVEL: 'error',
}
await using database = createPooledDatabase({
  connection: { connectionString: postgres.url },
  log: silentLog,
})

/** Ends the service `stops` times during the first step of a run; returns how the run ends. */
async function endedBy(signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
  mayAnswer = false
  const asked = model.requests.length
  let weir = await startWeir({ dataDir: folder.path, env })
  const ask = async <Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> => {
    const answer = await request(weir.url + path, {
      method,
      headers: { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.body.json()) as Body
  }
  const { id } = await ask<{ id: string }>('POST', '/v2/agent', { prompt: 'Wait.' })
  for (let stop = 0; stop < stops; stop++) {
    const late = Date.now() + patienceMs
    while (model.requests.length <= asked + stop && Date.now() < late && (await isRunning(id)))
      await setTimeout(20)
    weir.child.kill(signal)
    await once(weir.child, 'exit')
    await database.query(
      `update queue_items set ready_at = now(), lease_owner = null where queue = 'agent-runs'`,
    )
    weir = await startWeir({ dataDir: folder.path, env })
  }
  mayAnswer = true
  const late = Date.now() + patienceMs
  while ((await isRunning(id)) && Date.now() < late) await setTimeout(50)
  const { status } = await ask<{ status: string }>('GET', `/v2/agent/${id}`)
  await weir[Symbol.asyncDispose]()
  return status
}

async function isRunning(id: string): Promise<boolean> {
  const rows = await database.query(
    `select from agent_runs where id = $1 and state = 'processing'`,
    [id],
  )
  return rows.length > 0
}

const own = await endedBy('SIGTERM')
const control = await endedBy('SIGKILL')
report(
  'agent-restarts',
  own === 'completed' && control === 'failed',
  `after ${stops} stops in good order the run is ${own}; control: after ${stops} kills it is ${control}`,
)
