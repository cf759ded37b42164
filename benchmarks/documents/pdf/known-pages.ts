import { globSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { writeHtml } from './facts.ts'

/** A page with known content. */
export interface KnownPage {
  readonly name: string
  readonly html: string
}

/** The pages of a folder: HTML files, and Markdown files that get a style by their name. */
export const knownPages = (folder: string): KnownPage[] =>
  globSync(`${folder}/*.{html,md}`, { cwd: import.meta.dirname })
    .toSorted()
    .map((file) => {
      const { name, ext } = parse(file)
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      return { name, html: ext === '.md' ? styledPage(name, text) : text }
    })

const styles: Readonly<Record<string, string>> = {
  columns: 'body { font: 10pt/1.4 serif } .cols { column-count: 2; column-gap: 8mm }',
  manual: 'body { font: 10pt/1.4 sans-serif } h2 { border-bottom: 1px solid }',
  report: 'body { font: 11pt/1.4 serif }',
  tables: 'body { font: 10pt/1.4 sans-serif }',
}

const styledPage = (name: string, markdown: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${name}</title>
    <style>
      @page {
        size: A4;
        margin: 22mm 20mm;
        @top-left { content: 'Running head of ${name}' }
        @bottom-center { content: 'Page ' counter(page) ' of the ${name}' }
      }
      table { border-collapse: collapse; margin: 1em 0 }
      td, th { padding: 3px 10px; text-align: left }
      .ruled td, .ruled th, .wide td, .wide th { border: 1px solid #444 }
      .wide { width: 100% }
      pre { font: 9pt monospace }
      ${styles[name] ?? ''}
    </style>
  </head>
  <body>${writeBody(markdown)}</body>
</html>`

/** A comment before a table names its class. The elements that Markdown adds to tables and code are left out. */
const writeBody = (markdown: string) =>
  writeHtml(markdown)
    .replaceAll(/<!-- (\w+) -->\s*<table>/g, '<table class="$1">')
    .replaceAll(/<\/?(?:thead|tbody)>/g, '')
    .replaceAll('<pre><code>', '<pre>')
    .replaceAll('\n</code></pre>', '</pre>')
