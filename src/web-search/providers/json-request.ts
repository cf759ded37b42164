import type { ApiRequest } from '#net/api-client.ts'

type Texts = Readonly<Record<string, string>>

/** A request with parameters, for an answer in JSON. */
export const makeJsonGet = (url: string, parameters: Texts, headers: Texts = {}): ApiRequest => ({
  url: `${url}?${new URLSearchParams(parameters).toString()}`,
  headers: { accept: 'application/json', ...headers },
})

/** The same with a body. */
export const makeJsonPost = (url: string, body: object, headers: Texts): ApiRequest => ({
  url,
  headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
