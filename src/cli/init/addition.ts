/** What becomes of a file: its new text, or why it stays as it is. */
export type Addition =
  | {
      readonly state: 'added'
      /** The whole file. */
      readonly text: string
      /** The new part: the rest can hold keys of other servers, which are not printed. */
      readonly part: string
    }
  | { readonly state: 'present' }
  | { readonly state: 'refused'; readonly reason: string; readonly byHand: string }
