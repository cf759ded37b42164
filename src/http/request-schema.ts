import type { ConsoleEndpoint } from './console-endpoint.ts'
import type { KeyEndpoint, KeyFileEndpoint } from './endpoint.ts'
import type { OperatorEndpoint } from './operator-endpoint.ts'

/** What the framework validates of a request. */
export const makeSchema = ({
  params,
  query,
  body,
}: KeyEndpoint | KeyFileEndpoint | ConsoleEndpoint | OperatorEndpoint) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body: body.schema }),
})
