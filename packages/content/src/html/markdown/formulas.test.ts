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
    'img latex alt',
    '<p>We know <img class="mwe-math-fallback-image-inline" alt="{\\displaystyle a^{2}+b^{2}}" src="/m.svg"> holds.</p>',
    ['$a^{2}+b^{2}$'],
  ],
  [
    'img wp latex',
    '<p>We know <img src="https://s0.wp.com/latex.php?latex=E%3Dmc%5E2&bg=fff" alt="E=mc^2" class="latex"> holds.</p>',
    ['We know $E=mc^2$ holds'],
  ],
  [
    'img tex class display',
    '<p><img class="tex" alt="$$\\int_0^1 x dx$$" src="/i.png"></p>',
    ['\\int_0^1 x dx'],
  ],
  [
    'img codecogs',
    '<p>So <img src="https://latex.codecogs.com/svg.latex?x_1+y" title="x_1+y"> holds.</p>',
    ['So $x_1+y$ holds'],
  ],
  [
    'img math',
    '<p>So <img class="math" src="_images/math/1.png" alt="x_1+y"> holds.</p>',
    ['So $x_1+y$ holds'],
  ],
  [
    'img equation',
    '<div class="math"><p><img src="_images/math/1.png" alt="x_1+y"></p></div>',
    ['$$\nx_1+y\n$$'],
  ],
  [
    'katex',
    '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span> ok</p>',
    ['So $x_1$ ok'],
  ],
  [
    'mathjax2',
    '<p>So <span class="MathJax_Preview"></span><span class="MathJax" data-mathml="&lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt;"><nobr>x</nobr></span><script type="math/tex">x_1</script> ok</p>',
    ['So $x_1$ ok'],
  ],
  ['mathjax script display', '<script type="math/tex; mode=display">x_1</script>', ['$$\nx_1\n$$']],
  [
    'mathjax3 data',
    '<p>So <mjx-container class="MathJax" jax="CHTML"><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml><math><msub><mi>x</mi><mn>1</mn></msub></math></mjx-assistive-mml></mjx-container> ok</p>',
    ['So $x_{1}$ ok'],
  ],
  [
    'ltx',
    '<p>So <math class="ltx_Math" alttext="x_{1}"><mi>x</mi></math> ok</p>',
    ['So $x_{1}$ ok'],
  ],
  [
    'pandoc math',
    '<p>So <span class="math inline">\\(x_1\\)</span> ok</p><p><span class="math display">\\[x_2\\]</span></p>',
    ['x_1', 'x_2'],
  ],
  [
    'data-latex',
    '<p>So <span class="ql-formula" data-value="x_1"><span contenteditable="false">x1</span></span> ok</p>',
    ['So $x_1$ ok'],
  ],
  [
    'gitlab',
    '<pre class="code math js-render-math" data-math-style="display"><code>a_1 + b</code></pre><p>So <code data-math-style="inline">c_2</code> ok</p>',
    ['$$\na_1 + b\n$$', 'So $c_2$ ok'],
  ],
  [
    'LaTeXML equation',
    '<table class="ltx_equation ltx_eqn_table"><tbody><tr><td></td><td><math alttext="y=kx"><mi>y</mi></math></td><td></td><td class="ltx_eqn_cell ltx_eqn_eqno"><span>(3)</span></td></tr></tbody></table>',
    ['$$\ny=kx \\tag{3}\n$$'],
  ],
  ['math-tex', '<p>So <span class="math-tex" data-latex="x_1">x1</span> ok</p>', ['So $x_1$ ok']],
]

for (const [name, html, parts] of cases)
  test(`formulas: ${name}`, () => {
    const markdown = written(`<p>Before.</p>${html}<p>After.</p>`)
    for (const part of parts)
      assert.ok(markdown.includes(part), `${JSON.stringify(part)} is not in:\n${markdown}`)
  })
