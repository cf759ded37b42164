/** What one check found. `missing` fails the doctor; `note` is worth knowing and harmless. */
export interface Finding {
  readonly subject: string
  readonly state: 'ok' | 'note' | 'missing'
  readonly text: string
  /** One sentence on how to mend it. */
  readonly mend?: string
}
