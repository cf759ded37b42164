import { Readable } from 'node:stream'
import { ServiceError } from '#kernel/errors.ts'

const text = 'Invalid multipart form-data request.'

/** What every broken form is answered (docs/api/parse.md). */
export const invalidForm = (cause?: unknown) => new ServiceError('BAD_REQUEST', text, { cause })

/** The failure of a form that could not be read: the fault of its sender, whatever the parser throws. */
export function formFailure(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : invalidForm(thrown)
}

/** The file of a form; a form that breaks off in it fails as `formFailure` says. */
export function formFile(file: Readable): Readable {
  return Readable.from(chunksOf(file))
}

async function* chunksOf(file: Readable) {
  try {
    yield* file
  } catch (thrown) {
    throw formFailure(thrown)
  }
}
