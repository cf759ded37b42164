import { ServiceError } from '#kernel/errors.ts'
import type { ParseRequest } from './contract.ts'

type Rule = readonly [isAsked: (request: ParseRequest) => boolean, text: string]

const hasFormat = (type: string) => (request: ParseRequest) =>
  request.formats.some((format) => format.type === type)

/** Options that make sense for web pages alone, and what the caller is told (contract section 7.1). */
const rules: readonly Rule[] = [
  [
    ({ actions }) => actions !== undefined && !(Array.isArray(actions) && actions.length === 0),
    'Parse uploads do not support actions.',
  ],
  [hasFormat('screenshot'), 'Parse uploads do not support the screenshot format.'],
  [hasFormat('branding'), 'Parse uploads do not support the branding format.'],
  [hasFormat('changeTracking'), 'Parse uploads do not support change tracking.'],
  [hasFormat('audio'), 'Parse uploads do not support the audio format.'],
  [hasFormat('video'), 'Parse uploads do not support the video format.'],
  [hasFormat('deterministicJson'), 'Parse uploads do not support the deterministicJson format.'],
  [
    ({ waitFor }) => waitFor !== undefined && waitFor !== 0,
    'Parse uploads do not support waitFor.',
  ],
  [({ location }) => location !== undefined, 'Parse uploads do not support location overrides.'],
  [
    ({ mobile }) => mobile !== undefined && mobile !== false,
    'Parse uploads do not support mobile rendering.',
  ],
  [
    ({ proxy = 'auto' }) => proxy !== 'auto' && proxy !== 'basic',
    "Parse uploads support the proxies 'auto' and 'basic' only.",
  ],
]

/** Fails with `PARSE_UNSUPPORTED_OPTIONS`, and with `BAD_REQUEST` for the format rawBase64. */
export function refusePageOptions(request: ParseRequest): void {
  if (hasFormat('rawBase64')(request)) {
    const message = 'The rawBase64 format is not supported for parse uploads'
    throw new ServiceError('BAD_REQUEST', message)
  }
  for (const [isAsked, text] of rules) {
    if (isAsked(request)) throw new ServiceError('PARSE_UNSUPPORTED_OPTIONS', text)
  }
}
