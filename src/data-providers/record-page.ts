import { escapeAttribute } from '#base/html-text.ts'
import { isList, isObject, type JsonObject } from '#base/json-values.ts'
import type { ProviderRecord } from './provider.ts'

const depthMax = 6

/** A record as an HTML page, from which all formats of content are made: its members as a table, and as JSON-LD. */
export function recordPage({ title, data }: ProviderRecord): string {
  // Ends no script element.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeAttribute(title)}</title>
<script type="application/ld+json">${json}</script></head>
<body><main><article><h1>${escapeAttribute(title)}</h1>${table(data, 0)}</article></main></body></html>`
}

function table(data: JsonObject, depth: number): string {
  const rows = Object.entries(data)
    .filter(([, value]) => isShown(value))
    .map(
      ([name, value]) =>
        `<tr><th>${escapeAttribute(makeLabel(name))}</th><td>${cell(value, depth)}</td></tr>`,
    )
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`
}

const isShown = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(isList(value) && value.length === 0)

function cell(value: unknown, depth: number): string {
  if (isList(value)) return value.map((item) => cell(item, depth)).join(', ')
  if (isObject(value)) {
    if (depth >= depthMax) return escapeAttribute(JSON.stringify(value))
    const members = Object.entries(value).filter(([, member]) => isShown(member))
    return members
      .map(([name, member]) => `${escapeAttribute(makeLabel(name))}: ${cell(member, depth + 1)}`)
      .join('; ')
  }
  const text = String(value)
  return /^https?:\/\/\S+$/.test(text)
    ? `<a href="${escapeAttribute(text)}">${escapeAttribute(text)}</a>`
    : escapeAttribute(text)
}

/** `countryCode` becomes `country code`. */
const makeLabel = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
