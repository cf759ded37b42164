import { mapStrings } from '#safety/map-strings.ts'
import { redactSources, listTexts, type RedactionFinders, type RedactedSource } from './redact.ts'
import type { Redaction } from './redaction.ts'
import type { Edited } from './replace.ts'
import type { Syntax } from './source.ts'

/** How the members of content are written; others are text, or an address when they begin with a scheme. */
const syntaxes: Readonly<Record<string, Syntax>> = {
  markdown: 'markdown',
  content: 'markdown',
  html: 'html',
  links: 'address',
  images: 'address',
}

const scheme = /^[a-z][a-z\d+.-]{1,20}:\S{1,100}/i

/** All strings in a tree of members, with the syntax that follows from the name of the member. */
function listSources(tree: unknown): RedactedSource[] {
  const sources: RedactedSource[] = []
  mapStrings(tree, (text, name) => {
    sources.push({ text, syntax: detectSyntax(text, name) })
    return text
  })
  return sources
}

/** The texts that an analyser reads, in the order of `listSources`. */
export const textsOfMembers = (tree: unknown): string[] => listTexts(listSources(tree))

/** The tree with all of its strings redacted. Offsets in `markdownSpan` move along with the Markdown. */
export function redactMembers(
  tree: unknown,
  redaction: Redaction,
  finders: RedactionFinders = {},
): unknown {
  const sources = listSources(tree)
  const edited = redactSources(sources, redaction, finders)
  let next = 0
  let markdown: Edited | undefined
  const redacted = mapStrings(tree, (_text, name, depth) => {
    const one = edited[next]
    next += 1
    if (name === 'markdown' && depth === 1) markdown = one
    return one?.text ?? ''
  })
  return markdown ? moveSpans(redacted, markdown) : redacted
}

const detectSyntax = (text: string, name: string): Syntax =>
  syntaxes[name] ?? (scheme.test(text) ? 'address' : 'text')

function moveSpans(value: unknown, markdown: Edited): unknown {
  if (Array.isArray(value)) return value.map((item) => moveSpans(item, markdown))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'markdownSpan' && Array.isArray(member)
        ? member.map((offset) => markdown.findOffset(Number(offset)))
        : moveSpans(member, markdown),
    ]),
  )
}
