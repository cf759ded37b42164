/**
 * A service without a language model has as much in memory as a build without the code for one, within 3 MB. Control: a service
 * that has loaded the packages of the providers. The heap is judged when unused memory has been freed; resident memory, which differs by
 * some megabytes from start to start, is only printed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { registerHooks } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { testDatabase } from '#test/database.ts'
import { report } from '#test/fixtures/acceptance.ts'

const differenceMbMax = 3
const rounds = 3
const providers = ['openai', 'anthropic', 'google', 'ollama', 'compatible']
const variants = ['service', 'without', 'loaded'] as const
type Variant = (typeof variants)[number]

interface Memory {
  readonly rssMb: number
  readonly heapMb: number
}

const [, , variant] = process.argv
if (variant === undefined) await measure()
else await idle(variant as Variant)

async function measure(): Promise<void> {
  const taken: Record<Variant, Memory[]> = { service: [], without: [], loaded: [] }
  // Alternating, so that a change of the machine concerns all of them.
  for (let round = 0; round < rounds; round++) {
    for (const one of variants) taken[one].push(await measureMemory(one))
  }
  const least = (one: Variant, of: keyof Memory) => Math.min(...taken[one].map((each) => each[of]))
  const above = (one: Variant, of: keyof Memory) => least(one, of) - least('without', of)
  const figures = (one: Variant) =>
    `heap ${above(one, 'heapMb').toFixed(1)} MB (resident ${above(one, 'rssMb').toFixed(1)} MB)`
  report(
    'model-memory',
    Math.abs(above('service', 'heapMb')) <= differenceMbMax &&
      above('loaded', 'heapMb') > differenceMbMax,
    `without a model ${figures('service')} above a build without the code (${least('without', 'rssMb').toFixed(0)} MB resident); control with a provider loaded ${figures('loaded')}`,
  )
}

async function measureMemory(one: Variant): Promise<Memory> {
  await using database = await testDatabase()
  const child = fork(import.meta.filename, [one], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, TEST_DATABASE_URL: database.url },
  })
  const [memory] = (await once(child, 'message')) as [Memory]
  await once(child, 'exit')
  return memory
}

/** Starts the service in this process and reports its memory when it has nothing to do. */
async function idle(one: Variant): Promise<void> {
  if (one === 'without') withoutModelCode()
  const { startService } = await import('#test/service.ts')
  const databaseUrl = process.env['TEST_DATABASE_URL'] ?? ''
  await using service = await startService({ databaseUrl })
  await service.listen()
  if (one === 'loaded')
    await Promise.all(providers.map((name) => import(`#llm/providers/${name}.ts`)))
  await setTimeout(1_000)
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc?.()
    await setTimeout(200)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const mb = 1_024 * 1_024
  process.send?.({ rssMb: rss / mb, heapMb: (heapUsed + external) / mb })
  process.disconnect()
}

/** A build whose composition knows no language model. */
function withoutModelCode(): void {
  const stub =
    'export const composeLlm = () => undefined; export const probeConfiguredModel = undefined; export const llmUrlOf = () => undefined'
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '#llm/compose.ts'
        ? { url: `data:text/javascript,${encodeURIComponent(stub)}`, shortCircuit: true }
        : next(specifier, context),
  })
}
