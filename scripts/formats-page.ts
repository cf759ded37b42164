import { formats } from '#formats/registry.ts'

type Record = (typeof formats)[number]

/** `docs/formats.md`, printed from the format records. */
export function formatsPage(): string {
  return `# Formats

\`formats\` of a request lists what to make of a page. An item is the name of a format, or an object with its options:

\`\`\`json
{ "formats": ["markdown", "links", { "type": "screenshot", "fullPage": true }] }
\`\`\`

Each format fills the members of the same name in the answer. A format that this version cannot make is answered with 501
\`NOT_IMPLEMENTED\` before the page is fetched. Printed from \`src/formats\` by \`npm run docs\`.

| format | result | options | in \`/v2/parse\` | status |
| --- | --- | --- | --- | --- |
${formats.map(row).join('\n')}

Rules between formats:

- at most one \`screenshot\`
- \`changeTracking\` requires \`markdown\`
- \`json\` and \`deterministicJson\` exclude each other
- \`rawBase64\` must be the only format
`
}

function row(record: Record): string {
  const cells = [
    `\`${record.type}\``,
    record.summary,
    optionsOf(record),
    record.parseRefusal === undefined ? 'yes' : 'no',
    statusOf(record),
  ]
  return `| ${cells.join(' | ')} |`
}

function optionsOf({ schema }: Record): string {
  const names = Object.keys(schema?.shape ?? {}).filter((name) => name !== 'type')
  return names.map((name) => `\`${name}\``).join(', ') || '–'
}

/** A format without members of the Document has nobody to make it yet. */
function statusOf({ type, members }: Record): string {
  if (Object.keys(members).length === 0) return 'planned'
  return type === 'changeTracking' ? 'available, without mode `json`' : 'available'
}
