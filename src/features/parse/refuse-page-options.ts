import { isObject } from '#base/json-values.ts'
import { formatRecord } from '#formats/registry.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ParseRequest } from './contract.ts'

type Rule = readonly [isUsed: (request: ParseRequest) => boolean, text: string]

const actions: Rule = [
  ({ actions }) => actions !== undefined && !(Array.isArray(actions) && actions.length === 0),
  'Parse uploads do not support actions.',
]

/** Options that apply to web pages only. */
const pageOptions: readonly Rule[] = [
  [
    ({ waitFor }) => waitFor !== undefined && waitFor !== 0,
    'Parse uploads do not support waitFor.',
  ],
  [
    ({ location }) =>
      location !== undefined && !(isObject(location) && Object.keys(location).length === 0),
    'Parse uploads do not support location overrides.',
  ],
  [
    ({ mobile }) => mobile !== undefined && mobile !== false,
    'Parse uploads do not support mobile rendering.',
  ],
  [
    ({ proxy = 'auto' }) => proxy !== 'auto' && proxy !== 'basic',
    "Parse uploads support only 'auto' and 'basic' as proxy.",
  ],
]

/**
 * Throws `PARSE_UNSUPPORTED_OPTIONS` for formats and options of web pages, and `BAD_REQUEST` for the format rawBase64.
 */
export function refusePageOptions(request: ParseRequest): void {
  if (request.formats.some(({ type }) => type === 'rawBase64')) {
    throw new ServiceError('BAD_REQUEST', formatRecord('rawBase64').parseRefusal)
  }
  const refusal = refusals(request)[0]
  if (refusal !== undefined) throw new ServiceError('PARSE_UNSUPPORTED_OPTIONS', refusal)
}

function refusals(request: ParseRequest): string[] {
  const broken = (rules: readonly Rule[]) =>
    rules.flatMap(([isUsed, text]) => (isUsed(request) ? [text] : []))
  const formats = request.formats.flatMap(({ type }) => formatRecord(type).parseRefusal ?? [])
  return [...broken([actions]), ...formats, ...broken(pageOptions)]
}
