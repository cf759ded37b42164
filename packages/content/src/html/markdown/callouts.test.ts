import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { toMarkdown } from './to-markdown.ts'

const written = (html: string): string =>
  toMarkdown(parsePage(html, 'html').document.children, {
    baseUrl: 'https://site.test/',
    removeBase64Images: true,
  })

const cases: readonly (readonly [name: string, html: string, parts: readonly string[]])[] = [
  [
    'gh alert',
    '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title"><svg></svg>Note</p><p>Text of it.</p></div>',
    ['> [!note] Note\n>\n> Text of it.'],
  ],
  [
    'obsidian',
    '<div class="callout" data-callout="warning"><div class="callout-title"><div class="callout-icon"></div><div class="callout-title-inner">Be careful</div></div><div class="callout-content"><p>Text of it.</p></div></div>',
    ['> [!warning] Be careful\n>\n> Text of it.'],
  ],
  [
    'mkdocs',
    '<div class="admonition tip"><p class="admonition-title">Tip</p><p>Text of it.</p></div>',
    ['> [!tip] Tip\n>\n> Text'],
  ],
  [
    'mkdocs details',
    '<details class="note"><summary>More</summary><p>Text of it.</p></details>',
    ['Text of it.'],
  ],
  [
    'bootstrap',
    '<div class="alert alert-warning" role="alert"><p>Text of it.</p></div>',
    ['> [!warning]\n>\n> Text of it.'],
  ],
  [
    'docusaurus adm',
    '<div class="theme-admonition theme-admonition-info alert alert--info"><div class="admonitionHeading_x"><span class="admonitionIcon_x"><svg></svg></span>info</div><div class="admonitionContent_x"><p>Text of it.</p></div></div>',
    ['> [!info] info\n>\n> Text of it.'],
  ],
  [
    'vitepress tip',
    '<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Text of it.</p></div>',
    ['> [!tip] TIP\n>\n> Text'],
  ],
  [
    'rtd',
    '<aside class="admonition caution"><p class="admonition-title">Caution</p><p>Text of it.</p></aside>',
    ['> [!caution] Caution'],
  ],
  [
    'asciidoc',
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Text of it.</td></tr></table></div>',
    ['> [!note]', '> Text of it.'],
  ],
  ['gitbook', '<div class="hint hint-info"><p>Text of it.</p></div>', ['> [!info]\n>\n> Text']],
  [
    'hugo book',
    '<blockquote class="book-hint warning"><p>Text of it.</p></blockquote>',
    ['> [!warning]\n>\n> Text'],
  ],
  [
    'starlight',
    '<aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Tip</p><div class="starlight-aside__content"><p>Text of it.</p></div></aside>',
    ['> [!tip] Tip\n>\n> Text'],
  ],
  [
    'mdn notecard',
    '<div class="notecard warning"><p><strong>Warning:</strong> Text of it.</p></div>',
    ['> [!warning]', 'Text of it.'],
  ],
  [
    'ms docs',
    '<div class="NOTE"><p>Note</p><p>Text of it.</p></div>',
    ['> [!note]', '> Text of it.'],
  ],
  [
    'callout-note quarto',
    '<div class="callout callout-style-default callout-note callout-titled"><div class="callout-header"><div class="callout-icon-container"><i class="callout-icon"></i></div><div class="callout-title-container flex-fill">Note that</div></div><div class="callout-body-container callout-body"><p>Text of it.</p></div></div>',
    ['> [!note] Note that\n>\n> Text'],
  ],
  [
    'confluence',
    '<div class="confluence-information-macro confluence-information-macro-tip"><span class="aui-icon"></span><div class="confluence-information-macro-body"><p>Text of it.</p></div></div>',
    ['> [!tip]\n>\n> Text'],
  ],
  [
    'mystmd',
    '<aside class="myst-admonition myst-admonition-warning"><div class="myst-admonition-header">Beware</div><div><p>Text of it.</p></div></aside>',
    ['> [!warning] Beware\n>\n> Text'],
  ],
  [
    'readme',
    '<blockquote class="callout callout_warn"><h3 class="callout-heading">Take care</h3><p>Text of it.</p></blockquote>',
    ['> [!warning] Take care\n>\n> Text'],
  ],
  [
    'mintlify',
    '<div class="callout" data-callout-type="info"><div><svg></svg></div><div><span>Text of it.</span></div></div>',
    ['> [!info]\n>\n> Text'],
  ],
  [
    'role note',
    '<div class="nextra-callout" role="note"><p>Text of it.</p></div>',
    ['> [!note]\n>\n> Text'],
  ],
  [
    'a name of its own that agrees with the title',
    '<blockquote class="quote-tag quote-tag-tip"><p class="x">Tip</p><p>Text of it.</p></blockquote>',
    ['> [!tip] Tip\n>\n> Text'],
  ],
  [
    'a name that does not agree with the title',
    '<blockquote class="tip-of-the-day"><p>Boats</p><p>Text of it.</p></blockquote>',
    ['> Boats\n>\n> Text'],
  ],
]

for (const [name, html, parts] of cases)
  test(`notices: ${name}`, () => {
    const markdown = written(`<p>Before.</p>${html}<p>After.</p>`)
    for (const part of parts)
      assert.ok(markdown.includes(part), `${JSON.stringify(part)} is not in:\n${markdown}`)
  })
