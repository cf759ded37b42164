import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Reader } from './readers.ts'

const run = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024

/** Programs that print the Markdown of the file that they are given. */
const programs: Readonly<Record<string, string>> = {
  pymupdf4llm: 'import sys, pymupdf4llm; sys.stdout.write(pymupdf4llm.to_markdown(sys.argv[1]))',
  markitdown:
    'import sys, markitdown; sys.stdout.write(markitdown.MarkItDown().convert(sys.argv[1]).text_content)',
}

/** Readers of this Python, in which `pip install pymupdf4llm "markitdown[pdf]"` has been run; none without one. */
export function listPythonReaders(python: string | undefined): Readonly<Record<string, Reader>> {
  if (python === undefined) return {}
  return Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [
      name,
      async (file: Buffer) => {
        await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-reader-'))
        const path = join(folder.path, 'file.pdf')
        await writeFile(path, file)
        const options = { maxBuffer: outputBytesMax, env: { PYTHONIOENCODING: 'utf-8' } }
        return (await run(python, ['-c', program, path], options)).stdout
      },
    ]),
  )
}
