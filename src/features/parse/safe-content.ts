import type { Content } from '#content/content.ts'
import { priceOfSafety, type Safeguard } from '#pages/safeguard.ts'
import type { OperationContext } from '#operations/operation.ts'
import type { ParseRequest } from './contract.ts'

interface SafeContent {
  readonly content: Content
  /** Credits for checks that were asked for and could not run. */
  readonly refund: number
}

/** The content of a file, checked and redacted as the request asks. Fails as the safeguard does. */
export async function safeContent(
  safeguard: Safeguard,
  { content, request }: { readonly content: Content; readonly request: ParseRequest },
  { call, signal }: Pick<OperationContext, 'call' | 'signal'>,
): Promise<SafeContent> {
  const waiter = { teamId: call.account.teamId, signal }
  const { hasRun, warnings } = await safeguard.check(content, request, waiter)
  const { content: redacted } = await safeguard.redact({ content }, request, waiter)
  const isAsked = request.formats.some(({ type }) => type === 'markdown')
  const { markdown, ...others } = redacted
  return {
    content: {
      ...others,
      ...(isAsked && markdown !== undefined && { markdown }),
      warnings: [...content.warnings, ...warnings],
    },
    refund: priceOfSafety(request) - priceOfSafety(request, 1, hasRun),
  }
}
