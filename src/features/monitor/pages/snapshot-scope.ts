import { chooseRedaction, type SafetyOptions } from '#pages/safeguard.ts'

/** Scope of the stored versions of a target. */
export function snapshotScope(monitorId: string, targetId: string, jobRequest: unknown): string {
  const scope = `${scopePrefix(monitorId)}${targetId}`
  const { options, scrapeOptions } = jobRequest as Partial<
    Record<'options' | 'scrapeOptions', SafetyOptions>
  >
  const pageOptions = options ?? scrapeOptions
  const redaction = pageOptions && chooseRedaction(pageOptions)
  // Versions that are redacted in different ways are never compared: the difference would show what was redacted.
  return redaction ? `${scope}, redacted ${JSON.stringify(redaction)}` : scope
}

export const scopePrefix = (monitorId: string) => `monitor:${monitorId}:`
