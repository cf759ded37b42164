import { join } from 'node:path'
import { parseDocument } from 'htmlparser2'
import { golden } from '#fixtures/golden.ts'
import { toMarkdown } from './to-markdown.ts'

const options = { baseUrl: 'https://site.test/docs/guide/', removeBase64Images: true }

golden(
  join(import.meta.dirname, 'cases/*.html'),
  '.md',
  (html) => `${toMarkdown(parseDocument(html).children, options)}\n`,
)
