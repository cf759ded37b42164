import { isObject } from '#base/json-values.ts'
import type { Members } from './older-operation.ts'

/** A document as version 1 writes it: data of the page under both of its names, and the two forms of a diff in one object. */
export function toOlderDocument(document: Members): Members {
  const { changeTracking, ...rest } = document
  return {
    ...rest,
    ...(rest['json'] !== undefined && { extract: rest['json'] }),
    ...(isObject(changeTracking) && { changeTracking: toOlderChanges(changeTracking) }),
  }
}

function toOlderChanges({ diff, diffJson, ...rest }: Members): Members {
  return { ...rest, ...(diff !== undefined && { diff: { text: diff, json: diffJson } }) }
}
