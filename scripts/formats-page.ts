import type { FormatRecord } from '#formats/format.ts'
import { formats } from '#formats/registry.ts'

/** `docs/formats.md`, printed from the format records. */
export function formatsPage(): string {
  return `# Formats

\`formats\` of a request lists what to make of a page. An item is the name of a format, or an object with its options:

\`\`\`json
{ "formats": ["markdown", "links", { "type": "screenshot", "fullPage": true }] }
\`\`\`

Each format fills the members of the same name in the answer. Printed from \`src/formats\` by \`npm run docs\`.

| format | result | options | in \`/v2/parse\` | status |
| --- | --- | --- | --- | --- |
${formats.map(row).join('\n')}

Rules between formats:

- at most one \`screenshot\`
- \`changeTracking\` requires \`markdown\`
- \`json\` and \`deterministicJson\` exclude each other
- \`rawBase64\` must be the only format

## Examples

| format | page | result |
| --- | --- | --- |
${formats.flatMap(example).join('\n')}
`
}

function row(record: FormatRecord): string {
  const cells = [
    `\`${record.type}\``,
    record.summary,
    writeOptions(record),
    record.parseRefusal === undefined ? 'yes' : 'no',
    describeStatus(record),
  ]
  return `| ${cells.join(' | ')} |`
}

function writeOptions({ schema }: FormatRecord): string {
  const names = Object.keys(schema?.shape ?? {}).filter((name) => name !== 'type')
  return names.map((name) => `\`${name}\``).join(', ') || '–'
}

/** A format without Document members has no implementation yet. */
function describeStatus({ members }: FormatRecord): string {
  return Object.keys(members).length === 0 ? 'planned' : 'available'
}

/** Result of a format for a short page, without a language model. */
function example({ type, example: given }: FormatRecord): string[] {
  if (!given) return []
  const { html, options, result } = given
  const cells = [
    JSON.stringify(options ? { type, ...options } : type),
    html,
    JSON.stringify(result),
  ]
  return [`| ${cells.map((cell) => `\`${cell}\``).join(' | ')} |`]
}
