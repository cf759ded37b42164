import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { settingsByModule } from '#config.ts'
import type { Setting as Declared } from '#config/setting.ts'
import { failures } from '#kernel/errors.ts'
import { withDifferences } from './differences.ts'
import { formatsPage } from './formats-page.ts'
import { licencesPage } from './licences.ts'
import { withPart } from './printed-part.ts'
import { pagesWithPrices } from './prices-in-docs.ts'
import { withModules } from './modules-section.ts'

const root = join(import.meta.dirname, '..')
const guide = 'docs/guides/from-firecrawl.md'

/** The documents that are printed from tables in the source, by path. `npm run docs` writes them, a test compares them. */
export function printDocs(): Record<string, string> {
  return {
    'docs/configuration.md': configuration(),
    'docs/errors.md': errors(),
    'docs/formats.md': formatsPage(),
    'docs/licences.md': licencesPage(root),
    ...pagesWithPrices(root),
    [guide]: withDifferences(readFileSync(join(root, guide), 'utf8')),
    'ARCHITECTURE.md': withModules(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')),
    '.env.example': envExample(),
    'compose.yaml': withSettings(readFileSync(join(root, 'compose.yaml'), 'utf8')),
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(printDocs())) writeFileSync(join(root, path), text)
}

function configuration(): string {
  const sections = Object.entries(settingsByModule).map(([module, declared]) => {
    const rows = settings(declared).map(
      ({ name, rule, fallback, meaning }) => `| \`${name}\` | ${rule} | ${fallback} | ${meaning} |`,
    )
    const head = '| setting | value | default | meaning |\n| --- | --- | --- | --- |'
    return `## ${module}\n\n${head}\n${rows.join('\n')}\n`
  })
  return `# Configuration

Weir reads its settings from environment variables and from the file \`.env\` in the working directory, if there is one.
Environment variables take precedence. An invalid value stops the start with an error that names the setting. Settings
that take lists are comma-separated. \`–\` means that the setting has no default. This page is generated from
\`src/config/\` by \`npm run docs\`.

${sections.join('\n')}
Secret values (\`WEIR_API_KEY\`, \`DATABASE_URL\`, proxies with a password) never appear in logs or error messages.
`
}

function errors(): string {
  const rows = Object.entries(failures).map(
    ([code, { status, message, meaning }]) =>
      `| \`${code}\` | ${status} | ${message} | ${meaning} |`,
  )
  return `# Errors

All errors have the same JSON structure:

\`\`\`json
{
  "success": false,
  "error": "Bad Request",
  "code": "BAD_REQUEST",
  "details": [{ "code": "invalid_type", "path": ["timeout"], "message": "Invalid input" }]
}
\`\`\`

\`code\` identifies the error for programs, \`error\` is the text for people, and \`details\` lists the invalid fields of a
request. Every response carries the header \`X-Request-Id\`, which also appears in the log. Responses with status 429 and
503 carry \`Retry-After\` in seconds. The text of a response can be more specific than the text in this table; code and
status are as listed. This page is generated from \`src/kernel/errors.ts\` by \`npm run docs\`.

| code | status | text | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

function envExample(): string {
  const lines = Object.entries(settingsByModule).flatMap(([module, declared]) => [
    `## ${module}`,
    ...settings(declared).map(
      ({ name, meaning, example }) => `# ${meaning.replaceAll('`', '')}\n# ${name}=${example}`,
    ),
  ])
  return `# Copy this file to .env and uncomment the settings you want to change. docs/configuration.md describes them.\n\n${lines.join('\n\n')}\n`
}

/** Returns compose.yaml with the names of all settings: without a value there, each comes from where `docker compose` runs. */
function withSettings(file: string): string {
  const names = Object.values(settingsByModule).flatMap((declared) =>
    declared.map(({ variable }) => `  ${variable}:`),
  )
  return withPart(file, {
    start: '# settings: printed from src/config/ by npm run docs',
    end: '# end of settings',
    part: ['x-settings: &settings', ...names].join('\n'),
  })
}

interface Setting {
  readonly name: string
  readonly rule: string
  readonly fallback: string
  readonly meaning: string
  readonly example: string
}

interface SettingSchema {
  readonly type: string
  readonly description?: string
  readonly default?: string | number | boolean
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
}

function settings(declared: readonly Declared[]): Setting[] {
  const shape = Object.fromEntries(declared.map(({ variable, schema }) => [variable, schema]))
  const schema = z.toJSONSchema(z.object(shape), { io: 'input' })
  return Object.entries(schema.properties as Record<string, SettingSchema>).map(
    ([name, setting]) => {
      const value = setting.default ?? ''
      return {
        name,
        rule: rule(setting),
        fallback: value === '' ? '–' : `\`${value}\``,
        meaning: (setting.description ?? '').replaceAll('|', '\\|'),
        example: String(value),
      }
    },
  )
}

function rule(setting: SettingSchema): string {
  if (setting.enum) return setting.enum.map((value) => `\`${value}\``).join(', ')
  if (setting.type === 'integer') {
    // Zod states the largest safe integer where no maximum is set.
    const hasMaximum = setting.maximum !== undefined && setting.maximum < Number.MAX_SAFE_INTEGER
    return `whole number, ${setting.minimum} ${hasMaximum ? `to ${setting.maximum}` : 'or more'}`
  }
  return setting.minLength && setting.minLength > 1
    ? `text, at least ${setting.minLength} characters`
    : 'text'
}
