/**
 * A service that is stopped in good order again and again during one long answer of the model: the run goes on afterwards and completes.
 * Control: a service that is killed as often gives the run up.
 * node test/acceptance/agent-restarts.ts
 */
import { report } from '#test/fixtures/acceptance.ts'
import { call } from '#test/fixtures/agent-runs.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const stops = 5

let mayAnswer = false
await using model = await startScriptedModel(() =>
  mayAnswer ? call('finish', { answer: 'done', sources: [] }) : { hangs: true },
)
await using postgres = await startExternalPostgres({ fsync: 'off' })
const env = {
  DATABASE_URL: postgres.url,
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_LOG_LEVEL: 'error',
}
await using database = postgres.connect()

/** Ends the service `stops` times during the first step of a run; returns how the run ends. */
async function endedBy(signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
  mayAnswer = false
  const asked = model.requests.length
  await using weir = await startWeir({ env })
  const { id } = await ask<{ id: string }>(weir, 'POST /v2/agent', { prompt: 'Wait.' })
  for (let stop = 0; stop < stops; stop++) {
    await until(async () => model.requests.length > asked + stop || !(await isRunning(id)))
    await weir.kill(signal)
    await database.query(
      `update queue_items set ready_at = now(), lease_owner = null where queue = 'agent-runs'`,
    )
    // The process may ask the model before it is ready.
    mayAnswer = stop === stops - 1
    await weir.restart()
  }
  await until(async () => !(await isRunning(id)))
  return (await ask<{ status: string }>(weir, `GET /v2/agent/${id}`)).status
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
