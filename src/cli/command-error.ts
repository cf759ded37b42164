/** The service that a command asks does not answer, or refuses its key. */
export class ServiceAccessError extends Error {
  override name = 'ServiceAccessError'
}

/** Ends a command with an exit code after its output was printed. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(exitCode = 1) {
    super('The command failed.')
    this.exitCode = exitCode
  }
}
