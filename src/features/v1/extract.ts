import { z } from 'zod'
import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { olderBody, olderOperation, type Members } from './older-operation.ts'
import { OlderPageOptions, toPageOptions } from './page-options.ts'

const OlderExtract = olderBody({
  scrapeOptions: OlderPageOptions.transform(toPageOptions).optional(),
  agent: z.looseObject({}).optional(),
})

export const extractOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(find('POST /v2/extract'), {
    path: '/v1/extract',
    body: OlderExtract.transform(toExtract),
  }),
  olderOperation(find('GET /v2/extract/:id'), { path: '/v1/extract/:id' }),
]

/** Version 2 accepts an agent without effect, but not its session. */
function toExtract({ agent, ...rest }: z.output<typeof OlderExtract>): Members {
  if (!agent) return rest
  const { sessionId: _session, ...known } = agent
  return { ...rest, agent: { model: 'FIRE-1', ...known } }
}
