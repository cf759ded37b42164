import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { readText } from '#content/html/walk.ts'
import { parseDeclarations } from './declarations.ts'
import { isHidingStyle } from './element-style.ts'
import { settleHidden } from './hidden-parts.ts'
import { applyPageStyles } from './page-styles.ts'

test('declarations are read past comments, strings, addresses and custom properties', () => {
  const css =
    '--footer-display: none; a:b;;c : "x;y:z" /* q;d:e */; background:url(data:a;b);DISPLAY:None !IMPORTANT'
  assert.deepEqual(
    parseDeclarations(css).map(({ property, value }) => `${property}=${value}`),
    ['--footer-display=none', 'a=b', 'c="x;y:z"', 'background=url(data:a;b)', 'display=none'],
  )
})

for (const [style, isHiding] of [
  ['display:none', true],
  ['DISPLAY : NONE', true],
  ['color:red;visibility:hidden', true],
  ['display:none!important;display:block', true],
  ['display:none;display:block', false],
  ['--x-display:none', false],
  ['-webkit-backface-visibility:hidden', false],
  ['content:"display:none"', false],
  ['/* display:none */', false],
] as const)
  test(`"${style}" ${isHiding ? 'hides' : 'hides nothing'}`, () =>
    assert.equal(isHidingStyle(style), isHiding))

/** The styles that a sheet gives to the elements of a body. */
function styled(css: string, body: string): (string | undefined)[] {
  const { elements } = parsePage(`<style>${css}</style>${body}`, 'html')
  applyPageStyles(elements)
  return elements.slice(1).map(({ attribs }) => attribs['style'])
}

const none = 'display: none'
for (const [css, body, expected] of [
  ['.a{display:none}', '<p class="b a"></p><p class=b>', [none, undefined]],
  [
    '#a .b > .c{display:none}',
    '<div id=a><div class=b><p class=c></p></div></div>',
    [undefined, undefined, none],
  ],
  ['.a{display:none}.a.on{display:block}', '<p class=a>', [undefined]],
  ['.a{display:none}#t:checked~.a{display:block}', '<p class=a>', [undefined]],
  ['.a{display:none}@media (max-width:600px){.a{display:block}}', '<p class=a>', [none]],
  ['.a{display:none}@media (min-width:40em){.a{display:block}}', '<p class=a>', [undefined]],
  ['@media print{.a{display:none}}', '<p class=a>', [undefined]],
  ['.a::before{content:"}";display:none}.b{color:red}', '<p class="a b">', [undefined]],
  ['/*.a{*/.b{visibility:hidden}', '<p class=a></p><p class=b>', [undefined, none]],
  ['.a{text-decoration:red line-through}', '<p class=a>', ['text-decoration: line-through']],
] as const)
  test(`the style sheet ${css} is applied`, () => assert.deepEqual(styled(css, body), expected))

/** The text that a page with a long visible part shows. */
function shown(body: string): string {
  const { document, elements } = parsePage(
    `<p>${'Boats leave at noon. '.repeat(80)}</p>${body}`,
    'html',
  )
  settleHidden(document, elements)
  return readText(document)
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:Boats leave at noon\. )+/, '')
    .trim()
}

const answer = 'Dogs are welcome on deck, and they pay nothing at all. '.repeat(3).trim()
for (const [what, body, expected] of [
  ['a hidden part', '<p hidden>Not seen</p>', ''],
  ['a closed menu', '<div class="site-mega-menu" aria-hidden="true"><p>Not seen</p></div>', ''],
  ['a decorated text', '<p class="menu-card" aria-hidden="true">Soup</p>', 'Soup'],
  [
    'a part hidden by the sheet of the page',
    '<style>.x{display:none}</style><p class=x>No</p>',
    '.x{display:none}',
  ],
  [
    'the panel of a button',
    `<button aria-controls=p>Dogs?</button><div id=p hidden>${answer}</div>`,
    `Dogs? ${answer}`,
  ],
  [
    'an answer below a heading',
    `<h3>Dogs?</h3><div style="display:none">${answer}</div>`,
    `Dogs? ${answer}`,
  ],
  [
    'an answer below a label',
    `<div>Dogs?</div><div style="display:none">${answer}</div>`,
    `Dogs? ${answer}`,
  ],
  ['another tab', `<div class="tab on">One</div><div class="tab" hidden>Two</div>`, 'One Two'],
  ['the text of another page', `<a href="/b"><h3>Dogs</h3></a><div hidden>${answer}</div>`, 'Dogs'],
] as const)
  test(`${what} is ${expected.includes(answer) || expected.includes('Two') ? 'shown' : 'left out'}`, () =>
    assert.equal(shown(body), expected))

test('a page whose text is hidden until a script runs is shown', () => {
  const { document, elements } = parsePage(
    `<nav>Menu</nav><div hidden id="S:1"><p>${answer}</p></div>`,
    'html',
  )
  settleHidden(document, elements)
  assert.match(readText(document), /Dogs are welcome/)
})
