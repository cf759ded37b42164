/** Ends a command with an exit code when everything worth saying has been said. */
export class Failed extends Error {
  override name = 'Failed'
  readonly exitCode: number

  constructor(exitCode = 1) {
    super('The command failed.')
    this.exitCode = exitCode
  }
}
