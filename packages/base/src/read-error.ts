/** A problem with one part of a request, at a path such as `['includeTags', 2]`. */
export interface ErrorDetail {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The codes of errors of reading, each with its default message. */
export const readFailures = {
  BAD_REQUEST: 'Bad Request',
  UNPROCESSABLE: 'Unprocessable Entity',
  NOT_IMPLEMENTED: 'Not Implemented',
  SCHEMA_TOO_COMPLEX: 'The JSON schema is too complex.',
  SCRAPE_TIMEOUT: 'Request Timeout',
  SCRAPE_UNSUPPORTED_FILE_ERROR: 'This type of file cannot be read.',
  DOCUMENT_CORRUPT: 'The file is damaged or cut off, and cannot be read.',
  DOCUMENT_ENCRYPTED:
    'The file is protected by a password. Remove the protection and send it again.',
  DOCUMENT_TOO_COMPLEX: 'Reading the file takes more memory than a file may have.',
} as const

export type ReadErrorCode = keyof typeof readFailures

interface ErrorExtras extends ErrorOptions {
  readonly details?: readonly ErrorDetail[] | undefined
}

/** An expected error of reading, caused by the input or the request. Any other thrown value is a bug. */
export class ReadError extends Error {
  override name = 'ReadError'
  readonly code: ReadErrorCode
  readonly details: readonly ErrorDetail[] | undefined

  constructor(code: ReadErrorCode, message: string = readFailures[code], extras: ErrorExtras = {}) {
    super(message, extras)
    this.code = code
    this.details = extras.details
  }
}
