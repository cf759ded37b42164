// acceptance: quick, together
import type { FastifyInstance } from 'fastify'
import { report } from '#test/fixtures/acceptance.ts'
import { account, startEdge } from '#test/fixtures/edge.ts'
import { publicPaths, routeRecords, routesInRouter } from '#test/fixtures/router.ts'

const uuid = '0199b0a0-0000-7000-8000-000000000000'
const wrongKeys = [undefined, '', 'Bearer', 'Bearer ', 'Bearer fc-0', 'Basic fc-1', 'fc-1']

const ofConsole = { 'x-weir-console': '1', host: 'localhost', origin: 'http://localhost' }

/** Routes that return another status than 401 without a valid key. */
async function openRoutes(app: FastifyInstance): Promise<string[]> {
  const open: string[] = []
  for (const { method, path } of routesInRouter(app)) {
    if (publicPaths.has(path)) continue
    const url = path.replaceAll(/:\w+/g, uuid)
    for (const authorization of wrongKeys) {
      // The console looks for a session only in requests of its own pages.
      const headers = {
        ...ofConsole,
        ...(authorization !== undefined && { authorization }),
      }
      const { statusCode } = await app.inject({ method: method as 'GET', url, headers })
      if (statusCode === 401) continue
      open.push(`${method} ${path} (${authorization}): ${statusCode}`)
      break
    }
  }
  return open
}

await using edge = startEdge({ endpoints: await routeRecords() })
await edge.app.ready()
const served = routesInRouter(edge.app).filter(({ path }) => !publicPaths.has(path))
const open = await openRoutes(edge.app)

await using unlocked = startEdge({
  endpoints: await routeRecords(),
  authenticate: async () => account,
})
await unlocked.app.ready()
const control = await openRoutes(unlocked.app)

for (const example of open) process.stderr.write(`${example}\n`)
report(
  'tenancy',
  open.length === 0 && served.length > 0 && control.length > 0,
  `${open.length} of ${served.length} routes answer without a key (${wrongKeys.length} wrong keys each); control (no lock) ${control.length}`,
)
