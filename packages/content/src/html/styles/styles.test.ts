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
  ['.a{display:/* on phones */none}', '<p class=a>', [none]],
  ['@supports (display:grid){.a{display:none}}', '<p class=a>', [none]],
  ['@supports not (display:grid){.a{display:none}}', '<p class=a>', [undefined]],
  ['.a{display:none}', '<p class=a style="display:block">', ['display:block']],
  [
    '[data-state="closed"]{display:none}',
    '<p data-state=closed><p data-state=x>',
    [none, undefined],
  ],
  ['.x,:is(.a, p:where(.b)){display:none}', '<p class=a><p class=b><p>', [none, none, undefined]],
  ['h2 ~ .a,h2 + .b{display:none}', '<h2></h2><p class=b><p class=a>', [undefined, none, none]],
  ['h2 + .b{display:none}', '<h2></h2><p><p class=b>', [undefined, undefined, undefined]],
  ['.a{color:red;& .b{display:none}}', '<div class=a><p class=b></p></div>', [undefined, none]],
  ['.a{.b &{display:none}}', '<div class=b><p class=a></p></div>', [undefined, none]],
  ['.a{@media screen{display:none}}', '<p class=a>', [none]],
  [
    '.md\\:a{display:none}.\\32 xl\\:b{display:none}',
    '<p class=md:a><p class=2xl:b>',
    [none, none],
  ],
  [
    '.hidden{display:none}@media (min-width:768px){.md\\:block{display:block}}',
    '<p class="hidden md:block"><p class=hidden>',
    [undefined, none],
  ],
  ['.a{position:absolute;clip:rect(1px, 1px, 1px, 1px)}', '<p class=a>', [none]],
  [
    '.a{position:absolute;clip-path:inset(50%)}.b{clip-path:inset(50%)}',
    '<p class=a><p class=b>',
    [none, undefined],
  ],
  [
    '.a{position:absolute;left:-9999px}.b{left:-9999px}',
    '<p class=a><p class=b>',
    [none, undefined],
  ],
  [
    '.a{content-visibility:hidden}.b{content-visibility:auto}',
    '<p class=a><p class=b>',
    [none, undefined],
  ],
  ['p:nth-child(2n + 1){display:none}', '<p>1<p>2<p>3', [undefined, none, undefined]],
  [
    'div p:nth-of-type(-n+2){display:none}',
    '<div><b></b><p>1<p>2<p>3</div>',
    [undefined, undefined, none, none, undefined],
  ],
  ['div p:last-child{display:none}', '<div><p>1<p>2</div>', [undefined, undefined, none]],
  ['div p:nth-last-child(2){display:none}', '<div><p>1<p>2</div>', [undefined, none, undefined]],
  [
    'div p:only-of-type{display:none}',
    '<div><b></b><p></div><div><p><p></div>',
    [undefined, undefined, none, undefined, undefined, undefined],
  ],
  [
    '.a:not(.on, #x){display:none}',
    '<p class=a><p class="a on"><p class=a id=x>',
    [none, undefined, undefined],
  ],
  // The page has the class once its scripts run.
  [
    '.page:not(.ready) .a{display:none}',
    '<div class=page><p class=a></p></div>',
    [undefined, undefined],
  ],
  ['.a:not(:hover){display:none}', '<p class=a>', [undefined]],
  [
    '.a{display:none}.a:first-child{display:block}',
    '<p class=a><p class=a>',
    [undefined, undefined],
  ],
  [
    '[class*="-gone"],[id^=old_]{display:none}',
    '<p class="x-gone"><p id=old_1><p class=gone id=new_old_>',
    [none, none, undefined],
  ],
  ['[data-k~=b]{display:none}', '<p data-k="a b"><p data-k="a-b">', [none, undefined]],
  [
    ':root{--d:none;--e:block}.a{display:var(--d)}.b{display:var(--e)}.c{display:var(--f, none)}',
    '<p class=a><p class=b><p class=c>',
    [none, undefined, none],
  ],
  // A variable of a theme.
  [':root{--d:none}.dark{--d:block}.a{display:var(--d)}', '<p class=a>', [undefined]],
  ['.a{display:none}@media (width >= 48em){.a{display:block}}', '<p class=a>', [undefined]],
  ['@media (width<600px){.a{display:none}}', '<p class=a>', [undefined]],
] as const)
  test(`the style sheet ${css} is applied`, () => assert.deepEqual(styled(css, body), expected))

for (const [tag, isGone] of [
  ['<p style="opacity:0;height:0;overflow:hidden">', true],
  // Pages fade such parts in.
  ['<p style="opacity:0;transform:translateY(20px)">', false],
  ['<p style="font-size:0">', true],
  ['<p style="position:absolute;top:-999em">', true],
  ['<p style="max-height:0;overflow:hidden">', true],
  ['<p style="overflow:hidden;max-height:20em">', false],
  ['<p style="transform:scale(0)">', true],
  ['<p style="text-indent:-9999px">', true],
  ['<h1 style="text-indent:-9999px">', false],
  ['<div popover>', true],
  ['<p hidden style="display:block">', false],
  ['<p hidden style="color:red">', true],
] as const)
  test(`${tag} is ${isGone ? 'left out' : 'shown'}`, () =>
    assert.equal(shown(`${tag}Zebra`).includes('Zebra'), !isGone))

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

test('a style sheet for programs without scripts hides nothing', () => {
  const { elements } = parsePage(
    '<noscript><style>.a{display:none}</style></noscript><p class=a>',
    'html',
  )
  assert.deepEqual(applyPageStyles(elements), [])
})

test('a page whose text is hidden until a script runs is shown', () => {
  const { document, elements } = parsePage(
    `<nav>Menu</nav><div hidden id="S:1"><p>${answer}</p></div>`,
    'html',
  )
  settleHidden(document, elements)
  assert.match(readText(document), /Dogs are welcome/)
})

test('panels that a field opens by its state are shown; others with the same tag are hidden', () => {
  const { document, elements } = parsePage(
    `<style>.panel,.ad{display:none}#one:checked~.first{display:block}#two:checked~.second{display:block}li:hover div{display:block}</style>
    <input type="radio" id="one"><input type="radio" id="two"><div class="panel first">One</div><div class="panel second">Two</div><p>Text</p><div class="ad">Buy</div>`,
    'html',
  )
  settleHidden(document, elements)
  assert.match(readText(document), /One[^]*Two[^]*Text/)
  assert.doesNotMatch(readText(document), /Buy/)
})
