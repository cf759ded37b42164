import { InvalidText } from './invalid.ts'
import * as words from '../words/en/forms.ts'

/** A JSON value as text. What is not valid stays as `InvalidText`. */
export function JsonArea(props: {
  id: string
  value: unknown
  rows?: number
  describedBy?: string | undefined
  onChange: (value: unknown) => void
  /** What is wrong with a value that is JSON. */
  check?: (value: unknown) => string | undefined
}) {
  const { id, value, rows = 3, describedBy, onChange, check } = props
  const invalid = value instanceof InvalidText ? value : undefined
  const update = (text: string) => {
    if (text.trim() === '') return onChange(undefined)
    const parsed = parseJson(text)
    const problem = parsed === undefined ? words.invalidJson : check?.(parsed)
    onChange(problem === undefined ? parsed : new InvalidText(text, problem))
  }
  return (
    <div class="area">
      <textarea
        id={id}
        class="mono"
        rows={rows}
        spellcheck={false}
        aria-describedby={describedBy}
        aria-invalid={invalid !== undefined}
        value={invalid ? invalid.text : value === undefined ? '' : JSON.stringify(value, null, 2)}
        onChange={(event) => update(event.currentTarget.value)}
      />
      {invalid && <small class="bad-text">{invalid.problem}</small>}
    </div>
  )
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
