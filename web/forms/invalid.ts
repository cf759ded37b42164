/** What was typed into a field and cannot be a value of it: it is shown and keeps the request from being sent. */
export class InvalidText {
  readonly text: string
  readonly problem: string
  constructor(text: string, problem: string) {
    this.text = text
    this.problem = problem
  }
}

/** Path and problem of the first value that is not valid. */
export function findInvalid(value: unknown, path = ''): string | undefined {
  if (value instanceof InvalidText) return `${path}: ${value.problem}`
  if (typeof value !== 'object' || value === null || value instanceof File) return undefined
  for (const [name, one] of Object.entries(value)) {
    const found = findInvalid(one, path === '' ? name : `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
