import { ServiceError } from '#kernel/errors.ts'

const nul = '\u0000'
const message = 'Text cannot contain the NUL character (\\u0000).'

/** Refuses NUL characters, which databases and headers cannot hold. Fails with `BAD_REQUEST`, which names the field. */
export function refuseNul(value: unknown, path: readonly (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (!value.includes(nul)) return
    throw new ServiceError('BAD_REQUEST', message, {
      details: [{ code: 'custom', path: [...path], message }],
    })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    refuseNul(name, [...path, name.replaceAll(nul, '')])
    refuseNul(member, [...path, Array.isArray(value) ? Number(name) : name])
  }
}
