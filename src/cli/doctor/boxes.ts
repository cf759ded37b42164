import type { Config } from '#config.ts'
import type { Finding } from './finding.ts'

const subject = 'sessions'

/** Checks whether browser sessions can run, by running a program in a box. Weir works without them. */
export async function checkBoxes(config: Config): Promise<Finding> {
  const { interactParts } = await import('#compose-interact.ts')
  const { missing } = await interactParts(config)
  if (missing === undefined) {
    return { subject, state: 'ok', text: 'programs of browser sessions run in boxes' }
  }
  const text = `browser sessions are refused: ${missing}`
  return { subject, state: 'note', text, mend: 'See docs/guides/self-hosting.md.' }
}
