/**
 * Lists what redaction takes for personal data on real pages, each text once with the number of its occurrences, to be marked by
 * hand: `node benchmarks/safety/pii/alarms.ts FOLDER > alarms.tsv`. FOLDER has pages as `.html` or `.html.gz`; every fifth page is
 * read, 300 at most. The precision is the share of lines, or of occurrences, that are marked as right.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readPage } from '#content/pipeline.ts'
import { entities } from '#safety/pii/entities.ts'
import { redactSources } from '#safety/pii/redact.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const pagesMax = 300
const every = 5
const followingLength = 25
const valueLengthMax = 300
const tag = /<(PERSON|EMAIL|PHONE|LOCATION|FINANCIAL|SECRET)>/g

/** The texts that were replaced, found by what stands between the tags. */
function* replaced(text: string, redacted: string): Generator<string> {
  const tags = [...redacted.matchAll(tag)]
  let at = 0
  let last = 0
  for (const [index, { 0: written, 1: entity = '', index: position }] of tags.entries()) {
    at += position - last
    last = position + written.length
    const following = redacted.slice(
      last,
      Math.min(last + followingLength, tags[index + 1]?.index ?? Infinity),
    )
    const found = following === '' ? -1 : text.indexOf(following, at)
    const end = found < 0 || found - at > valueLengthMax ? at : found
    if (end > at) yield `${entity}\t${text.slice(at, end).replaceAll(/\s+/g, ' ')}`
    at = end
  }
}

const counts = new Map<string, number>()
const names = readdirSync(folder).toSorted()
for (const name of names.filter((_, index) => index % every === 0).slice(0, pagesMax)) {
  const file = readFileSync(join(folder, name))
  const body = name.endsWith('.gz') ? gunzipSync(file) : file
  const { markdown: text = '' } = readPage(contentRequest(body))
  const [redacted] = redactSources([{ text, syntax: 'markdown' }], {
    mode: 'fast',
    entities,
    replaceStyle: 'tag',
  })
  for (const line of replaced(text, redacted?.text ?? text)) {
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
}
const byText = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
for (const [line, count] of byText) process.stdout.write(`${count}\t${line}\n`)
