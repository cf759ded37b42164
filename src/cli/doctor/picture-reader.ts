import { pictureReader } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import { withoutNetwork } from '#kernel/without-network.ts'
import type { DoctorFinding } from './finding.ts'

/** Checks whether the programs that read documents have no network. */
export function checkReaders(): DoctorFinding {
  const subject = 'readers'
  if (withoutNetwork().length > 0)
    return { subject, state: 'ok', text: 'readers of documents run without a network' }
  const text =
    'readers of documents run with the network of the service, and an installed tesseract is not used: this system permits no network namespaces'
  return { subject, state: 'note', text, mend: 'Permit user namespaces, as Chromium needs them.' }
}

/** Checks the OCR program. */
export function checkPictureReader(config: Config): DoctorFinding {
  const subject = 'ocr'
  try {
    const program = pictureReader(config)
    if (program) return { subject, state: 'ok', text: `${program}, ${config.content.ocrLanguages}` }
    const mend =
      'Install tesseract-ocr, which is faster and supports other languages, or set WEIR_TESSERACT_PATH.'
    return {
      subject,
      state: 'note',
      text: 'the one of the npm package, English only, installed on first use',
      mend,
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { subject, state: 'missing', text, mend: 'Correct WEIR_TESSERACT_PATH.' }
  }
}
