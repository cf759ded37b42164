import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import { readText } from '#content/html/walk.ts'
import { findMainContent } from './main-content.ts'

test('a formula in a script alone between paragraphs is kept', () => {
  const { document } = parsePage(
    `<article><h1>Pressure</h1><p>The water in the lock presses on the gate with a force that grows with its depth, as every keeper knows.</p>
<p>Half of the gates were built when nobody could compute it, which is why they are made of such heavy beams.</p>
<script type="math/tex; mode=display">p = \\rho g h</script><p>At four metres this is more than the weight of a loaded cart on each square foot of the wood.</p>
<p>The new gates of the upper lock are made of steel, and they are painted each spring before the boats return.</p></article>`,
    'html',
  )
  const found = findMainContent(document).map((node) => ('children' in node ? readText(node) : ''))
  assert.match(found.join(''), /g h/)
})

test('a formula that a script has drawn is read from its source, once', () => {
  const tail =
    '<p>The new gates of the upper lock are made of steel, and they are painted each spring before the boats return to the town.</p>'
  const { document } = parsePage(
    `<article><h1>Pressure</h1>${tail}<div class="MathJax_Display"><span class="MathJax">p=ρgh</span></div><script type="math/tex; mode=display">p = \\rho g h</script>
<p>So <mjx-container><svg data-latex="x_1"><g></g></svg></mjx-container> is the depth of the water in the lock at the time when the boats come in.</p></article>`,
    'html',
  )
  const markdown = toMarkdown(findMainContent(document), {
    baseUrl: 'https://a.test/',
    removeBase64Images: true,
  })
  assert.match(markdown, /\$\$\np = \\rho g h\n\$\$/)
  assert.match(markdown, /So \$x_1\$ is/)
  assert.doesNotMatch(markdown, /p=ρgh/)
})
