import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const subject = 'sessions'

/** Checks whether browser sessions can run, by running a program in a box. Weir works without them. */
export async function checkBoxes(config: Config): Promise<DoctorFinding> {
  const { findSessionBrowser } = await import('#compose-terminal.ts')
  const parts = await findSessionBrowser(config)
  if (parts.missing === undefined) {
    const { watched } = parts
    const memory =
      watched === undefined
        ? 'the kernel limits their memory'
        : `their memory is limited by watching only: ${watched}`
    const user = process.getuid?.() === 0 ? '' : '; they have the user of this service'
    const text = `programs of browser sessions run in boxes; ${memory}${user}`
    return { subject, state: 'ok', text }
  }
  const text = `browser sessions are refused: ${parts.missing}`
  return { subject, state: 'note', text, mend: 'See docs/guides/self-hosting.md.' }
}
