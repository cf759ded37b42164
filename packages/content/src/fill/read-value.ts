/** A value and the line that it was read from. */
export interface ReadValue {
  readonly value: unknown
  readonly line: number
}
