import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { ReadError } from '#base/read-error.ts'
import { explainMissing } from './ocr-settings.ts'

/** Page segmentation mode 3: automatic, without orientation and script detection. */
const segmentation = '3'

/**
 * Runs tesseract on a picture and returns its TSV output. One thread: with more it takes
 * up to a hundred times as long on busy machines. Fails with `NOT_IMPLEMENTED` when the data of a language are missing.
 */
export async function runTesseract(
  picture: Buffer,
  {
    program,
    languages,
    signal,
  }: { readonly program: string; readonly languages: string; readonly signal: AbortSignal },
): Promise<string> {
  const args = ['stdin', 'stdout', '-l', languages, '--psm', segmentation, '--dpi', '200', 'tsv']
  const child = spawn(program, args, {
    env: { OMP_THREAD_LIMIT: '1' },
    signal,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // Tesseract stops reading its input when it refuses a picture.
  child.stdin.on('error', () => {})
  child.stdin.end(picture)
  try {
    const [table, complaint, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended,
    ])
    // It goes on without a language that is not installed, if there is another.
    const missing = /Failed loading language '([^']{1,80})'/.exec(complaint)?.[1]
    if (missing !== undefined)
      throw new ReadError(
        'NOT_IMPLEMENTED',
        explainMissing(missing, 'the data of it for tesseract'),
      )
    if (code === 0) return table
    throw new Error(complaint.slice(0, 500))
  } catch (thrown) {
    if (signal.aborted) throw new ReadError('SCRAPE_TIMEOUT')
    throw thrown
  }
}
