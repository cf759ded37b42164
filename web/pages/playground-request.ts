import { call, type Answer } from '../api.ts'
import type { Field } from '../forms/schema.ts'
import type { Choice } from './operations.ts'

export type Values = Readonly<Record<string, unknown>>

/** A request as it is sent: only fields that have a value. */
export interface Built {
  readonly method: Choice['method']
  readonly url: string
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly file: File | undefined
}

export function buildRequest(choice: Choice, fields: readonly Field[], values: Values): Built {
  const of = (place: Field['place']) =>
    fields
      .filter((field) => field.place === place && values[field.name] !== undefined)
      .map(({ name }) => [name, values[name]] as const)
  const query = new URLSearchParams(of('query').map(([name, value]) => [name, String(value)]))
  let url = choice.path
  for (const [name, value] of of('path'))
    url = url.replace(`{${name}}`, encodeURIComponent(String(value)))
  const file = values['file']
  const hasBody = fields.some(({ place }) => place === 'body')
  return {
    method: choice.method,
    url: query.size > 0 ? `${url}?${query}` : url,
    body: hasBody ? Object.fromEntries(of('body')) : undefined,
    file: file instanceof File ? file : undefined,
  }
}

/** Sends a request with the session of the browser. */
export function runRequest(
  { method, url, body, file }: Built,
  signal: AbortSignal,
): Promise<Answer> {
  if (!file) return call(method, url, { body, signal })
  const form = new FormData()
  form.set('file', file)
  form.set('options', JSON.stringify(body ?? {}))
  return call(method, url, { form, signal })
}
