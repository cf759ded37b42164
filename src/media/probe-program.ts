import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemporaryFiles } from '#storage/temporary-files.ts'
import { makeMediaFolder } from './media-folder.ts'
import { runProgram } from './run-program.ts'

const bytesMax = 1_024 ** 2

/** Why a program does not run in a box, in its own words; undefined if it has just run there. */
export async function probeProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const temporaryFiles = createTemporaryFiles(join(tmpdir(), `weir-probe-${process.pid}`))
  await using folder = await makeMediaFolder(temporaryFiles)
  const { outcome, complaint } = await runProgram({
    program,
    args,
    folder: folder.path,
    bytesMax,
    signal,
  })
  return outcome === 'done' ? undefined : complaint.trim() || `It ended: ${outcome}.`
}
