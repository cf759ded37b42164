/** Ends a command with an exit code after its output was printed. */
export class Failed extends Error {
  override name = 'Failed'
  readonly exitCode: number

  constructor(exitCode = 1) {
    super('The command failed.')
    this.exitCode = exitCode
  }
}
