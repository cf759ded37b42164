import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from 'dom-serializer'
import { isComment, isDirective } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { parsePage } from '#content/html/parse.ts'

/** Pages as people write them, broken ones above all. */
const pages = [
  '<!doctype html><html lang=en><head><title>A &amp; B</title></head><body><p>One<p>Two</body></html>',
  'a < b <3 <- </ <> &lt;b&gt; &amp &ampx; &copy=1 &#65; &#x41 &#8 &nbsp;&notit;',
  '<a href="?a=1&amp;b=2&copy=3&lt" title=\'"\' data-x=a&amp;b HREF=second>x</a>',
  '<a =x b = c d= "e" / f/><br/><img src=a/><i a=>x</i><p a="1"b="2">',
  '<!-- a > b --><!--> x --><!---> y <!----><!-- c --!> z <!-- -- - --- ---><!x><!><?php echo 1 ?></ x></>',
  '<svg><path d="M0"/><linearGradient/><title>t</title><foreignObject><p>x<p>y</foreignObject><![CDATA[<b>]]></svg>',
  '<math><mi>x<mo/>y</mi></math><p/>x<image src=a><svg><image/></svg>',
  '<script>if (a < b) "</div>" </scripty </script ><style>a>b{}</STYLE><textarea>&lt;<b></textarea><xmp><b></xmp>',
  '<iframe><p></iframe><noembed><p></noembed><noframes><p></noframes><title>a</b></title>x<plaintext></plaintext><b>',
  '<table><tr><td>1<td>2<tr><th>3<tbody><tr><td>4</table><ul><li>a<li>b<ul><li>c</ul><li>d</ul>',
  '<dl><dt>a<dd>b<dt>c</dl><select><option>1<option>2<input></select><a href=1>x<a href=2>y</a>',
  '<form><form><p></form></form></p></br><h1>a<h2>b</h1><b><i>x</b></i><ruby>a<rt>b<rp>c</ruby>',
  'x<![CDATA[y]]>z<p>1</p>2<!-- c -->3<div',
]

test('HTML becomes the tree that the library for XML makes of it', () => {
  for (const page of pages) {
    assert.equal(render(parsePage(page, 'html').document), render(withoutComments(page)), page)
  }
})

function withoutComments(page: string): ReturnType<typeof parseDocument> {
  const document = parseDocument(page)
  const stack: (typeof document | (typeof document)['children'][number])[] = [document]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!('children' in node)) continue
    node.children = node.children.filter((child) => !isComment(child) && !isDirective(child))
    stack.push(...node.children)
  }
  return document
}

test('A CDATA section without an end takes nothing with it', () => {
  const { document } = parsePage('<svg><![CDATA[ a >x</svg>', 'html')
  assert.equal(render(document), '<svg>x</svg>')
})

test('A tag that the page ends in is no tag', () => {
  for (const end of ['<div', '<scr', '<br /', '<a href="x', '</div ', '<!-- x', '<!doc', '<?'])
    assert.equal(render(parsePage(`x${end}`, 'html').document), 'x', end)
})
