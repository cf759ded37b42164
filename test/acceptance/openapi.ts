// acceptance: quick, together
import { report } from '#test/fixtures/acceptance.ts'
import { startEdge } from '#test/fixtures/edge.ts'
import { lintOpenapi } from '#test/fixtures/lint-openapi.ts'
import { listOperations } from '#test/fixtures/naughty-calls.ts'
import { routeRecords, routesInRouter, isUndescribed } from '#test/fixtures/router.ts'

await using edge = startEdge({ endpoints: await routeRecords() })
await edge.app.ready()
const answer = await edge.app.inject({ url: '/v2/openapi.json' })

const described = listOperations(answer.json()).map(({ method, path }) => `${method} ${path}`)
const served = routesInRouter(edge.app)
  .filter(({ method, path }) => method !== 'HEAD' && !isUndescribed(path))
  .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
const differences = [...new Set(described).symmetricDifference(new Set(served))]

/** Paths of the original API. The id is a UUID, so that no request means both. */
const knownPairs = [
  ...['browser', 'interact'].map(
    (name) => `\`/v2/${name}/{id}/execute\` and \`/v2/${name}/profiles/{name}\``,
  ),
  '`/v2/agent/threads/{threadId}` and `/v2/agent/{jobId}/trace`',
]
const { paths, ...rest } = answer.json<{ paths: object }>()
const few = { ...rest, paths: Object.fromEntries(Object.entries(paths).slice(0, 5)) }
const spoiled = JSON.stringify(few)
  .replaceAll('"operationId"', '"x-operation"')
  .replaceAll('#/components/schemas/Failure', '#/components/schemas/Missing')
const none = { redocly: [], spectral: [] }
const [linted = none, control = none] = await lintOpenapi([answer.json(), JSON.parse(spoiled)])
const { spectral } = linted
const redocly = linted.redocly.filter(
  (finding) => !knownPairs.some((pair) => finding.includes(pair)),
)

const findings = redocly.length + spectral.length
const controls = Math.min(control.redocly.length, control.spectral.length)
const held = findings === 0 && differences.length === 0 && described.length > 0 && controls > 0
for (const finding of [...redocly, ...spectral, ...differences])
  process.stderr.write(`${finding}\n`)
report(
  'openapi',
  held,
  `redocly ${redocly.length}, spectral ${spectral.length}, ${described.length} operations, ${differences.length} not both served and described; control (spoiled part) redocly ${control.redocly.length}, spectral ${control.spectral.length}`,
)
