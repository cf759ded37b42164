import { escapeText } from '#base/html-text.ts'
import { entities, type Span } from './entities.ts'
import { findEmails } from './email.ts'
import { findPii } from './find-pii.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import type { Redaction } from './redaction.ts'
import { applyEdits, listRedactions, type Edited } from './replace.ts'
import { findSecrets } from './secret.ts'
import { readViews, type SourceViews, type Syntax } from './source.ts'

/** A string and how it is written. */
export interface RedactedSource {
  readonly text: string
  readonly syntax: Syntax
}

export interface RedactionFinders {
  /** Names and places, beyond those that are introduced. */
  readonly findNames?: ((text: string) => Span[]) | undefined
  /** What an analyser found in the texts that `listTexts` returned, in their order. */
  readonly analysed?: readonly (readonly Span[])[] | undefined
}

interface Found {
  readonly source: RedactedSource
  readonly views: SourceViews
  readonly text: readonly Span[]
  readonly addresses: readonly Span[]
}

/** The texts of sources as an analyser reads them. */
export function listTexts(sources: readonly RedactedSource[]): string[] {
  return sources.map(({ text, syntax }) => readViews(text, syntax).text.text)
}

/**
 * The sources without personal data. What is found in one is redacted in all, so that a value in a sentence is not left in
 * an attribute or in the target of a link. Takes time in proportion to the length of the sources.
 */
export function redactSources(
  sources: readonly RedactedSource[],
  { entities: wanted, replaceStyle }: Redaction,
  finders: RedactionFinders = {},
): Edited[] {
  const known = createKnownValues()
  const found = sources.map((source, index) => {
    const views = readViews(source.text, source.syntax)
    const more = [
      ...(finders.findNames?.(views.text.text) ?? []),
      ...(finders.analysed?.[index] ?? []),
    ]
    const text = findPii(views.text.text, new Set(entities), more)
    for (const { entity, start, end } of text) known.add(entity, views.text.text.slice(start, end))
    return { source, views, text, addresses: findInAddresses(views.addresses.text) }
  })
  const isWanted = new Set<string>(wanted)
  return found.map((one) => redactOne(one, known, { isWanted, replaceStyle }))
}

function redactOne(
  { source, views, text, addresses }: Found,
  known: KnownValues,
  {
    isWanted,
    replaceStyle,
  }: { isWanted: ReadonlySet<string>; replaceStyle: Redaction['replaceStyle'] },
): Edited {
  const escape = source.syntax === 'html' ? escapeText : (tag: string) => tag
  const edits = [
    { view: views.text, spans: text },
    { view: views.addresses, spans: addresses },
  ].flatMap(({ view, spans }) => {
    const all = [...spans, ...known.findIn(view.text)].filter(({ entity }) => isWanted.has(entity))
    return listRedactions({ view, spans: all }, replaceStyle, escape)
  })
  return applyEdits(source.text, edits)
}

const dialled =
  /(?<=(?:tel|sms|callto|fax|whatsapp):(?:\/\/)?|wa\.me\/|[?&]phone=)\+?[\d().\s-]{6,24}/gi

/** Addresses are full of numbers that are none of a person: only what has a form of its own is looked for. */
function findInAddresses(text: string): Span[] {
  const phones = [...text.matchAll(dialled)].map(({ 0: number, index }): Span => ({
    entity: 'PHONE',
    start: index,
    end: index + number.trimEnd().length,
  }))
  return [...findEmails(text), ...findSecrets(text), ...phones]
}
