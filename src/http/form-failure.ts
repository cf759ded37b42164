import { Readable } from 'node:stream'
import { ServiceError } from '#kernel/errors.ts'

const text = 'Invalid multipart form-data request.'

/** The error of every malformed form (docs/api/parse.md). */
export const invalidForm = (cause?: unknown) => new ServiceError('BAD_REQUEST', text, { cause })

/** Converts an error of the form parser: malformed forms are errors of the caller. */
export function formFailure(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : invalidForm(thrown)
}

/** The file of a form. If the form is truncated, reading it fails as in `formFailure`. */
export function formFile(file: Readable): Readable {
  return Readable.from(readChunks(file))
}

async function* readChunks(file: Readable) {
  try {
    yield* file
  } catch (thrown) {
    throw formFailure(thrown)
  }
}
