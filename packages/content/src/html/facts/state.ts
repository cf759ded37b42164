import type { Element } from 'domhandler'
import { isJsonLd } from '#content/html/json-ld.ts'
import { readText } from '#content/html/walk.ts'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { jsonIn } from './json-in-script.ts'

const scriptLengthMin = 30
const scriptLengthMax = 3_000_000
const lengthMax = 6_000_000
const objectsMax = 30_000

/**
 * The objects that the scripts of a page carry as data (`__NEXT_DATA__`, JSON scripts, assigned objects, data layers),
 * outer before inner. Only scripts that hold `mark` are read.
 */
export function* stateObjects(scripts: readonly Element[], mark: RegExp): Generator<JsonObject> {
  let [length, visited] = [0, 0]
  for (const script of scripts) {
    if (isJsonLd(script) || script.attribs['src'] !== undefined) continue
    const text = readText(script)
    if (text.length < scriptLengthMin || text.length > scriptLengthMax || !mark.test(text)) continue
    length += text.length
    if (length > lengthMax) return
    for (const root of jsonIn(text)) {
      const queue: unknown[] = [root]
      for (const value of queue) {
        visited += 1
        if (visited > objectsMax) return
        if (typeof value !== 'object' || value === null) continue
        if (isObject(value)) yield value
        for (const inner of Object.values(value).slice(0, membersMax))
          if (typeof inner === 'object' && inner !== null) queue.push(inner)
      }
    }
  }
}

const membersMax = 300
