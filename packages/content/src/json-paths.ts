import { createRequire } from 'node:module'
import { isList, isObject } from '#base/json-values.ts'
import { ReadError } from '#base/read-error.ts'
import type { ContentRequest } from './content.ts'

type Selection = Pick<ContentRequest, 'includeTags' | 'excludeTags'>
type Field = keyof Selection

/** The expression of a selector that is a JSON path (RFC 9535). CSS and XPath selectors begin otherwise. */
const readJsonPath = (selector: string): string | undefined => {
  const text = selector.trim().replace(/^json(?:path)?:/, '')
  return text.startsWith('$') ? text : undefined
}

/**
 * The values of a JSON text that its paths choose: each on a line, or as JSON when one is a list or an object. Undefined when the
 * selection has no paths. Fails with `BAD_REQUEST` for a text that is not JSON, and for a wrong path.
 */
export function selectJson(
  text: string,
  selection: Selection,
): { readonly text: string; readonly isJson: boolean } | undefined {
  const [included, excluded] = [listPaths('includeTags'), listPaths('excludeTags')]
  if (included.length + excluded.length === 0) return undefined
  const root = parse(text)
  for (const one of excluded) for (const { location } of find(root, one)) remove(root, location)
  if (included.length === 0) return { text: JSON.stringify(root, null, 2), isJson: true }
  const values = included.flatMap((one) => find(root, one).map(({ value }) => value))
  if (values.some((value) => isList(value) || isObject(value))) {
    const [only] = values
    return { text: JSON.stringify(values.length === 1 ? only : values, null, 2), isJson: true }
  }
  return { text: values.map(String).join('\n'), isJson: false }

  function listPaths(field: Field) {
    return selection[field].flatMap((selector, at) => {
      const path = readJsonPath(selector)
      return path === undefined ? [] : [{ path, at: [field, at] as const }]
    })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'A JSON path needs a page that is JSON; the text of this page is not.'
    throw new ReadError('BAD_REQUEST', message, { cause })
  }
}

type JsonPaths = typeof import('json-p3')

interface Found {
  readonly value: unknown
  readonly location: readonly (string | number)[]
}

function find(
  root: unknown,
  { path, at }: { readonly path: string; readonly at: readonly (string | number)[] },
): Found[] {
  // Loaded with the first path, since few files are read with one.
  const { query, JSONPathError } = createRequire(import.meta.url)('json-p3') as JsonPaths
  try {
    return query(path, root as Parameters<typeof query>[1]).nodes
  } catch (cause) {
    if (!(cause instanceof JSONPathError)) throw cause
    const message = `"${path.slice(0, 100)}" is not a JSON path: ${cause.message}`
    throw new ReadError('BAD_REQUEST', message, {
      cause,
      details: [{ code: 'custom', path: [...at], message }],
    })
  }
}

/** Entries of lists become null, so that the other locations stay right. */
function remove(root: unknown, location: readonly (string | number)[]): void {
  let parent = root
  for (const key of location.slice(0, -1))
    parent = (parent as Record<string | number, unknown> | undefined)?.[key]
  const last = location.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return
  if (isList(parent)) (parent as unknown[])[Number(last)] = null
  else delete (parent as Record<string, unknown>)[last]
}
