/** Result of one check. `missing` fails the doctor; `note` is harmless. */
export interface DoctorFinding {
  readonly subject: string
  readonly state: 'ok' | 'note' | 'missing'
  readonly text: string
  /** How to correct it, in one sentence. */
  readonly mend?: string
}
