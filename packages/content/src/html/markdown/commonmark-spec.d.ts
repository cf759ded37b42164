/** Only in tests: the examples of the specification. */
declare module 'commonmark-spec' {
  interface Example {
    readonly number: number
    readonly section: string
    readonly html: string
  }
  export const tests: readonly Example[]
}
