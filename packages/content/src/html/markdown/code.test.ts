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
    'numbers of lines behind the code, and its language before it',
    '<div class="language-ts"><span class="lang">ts</span><pre><code>a()\nb()</code></pre><div class="numbers"><span>1</span><br><span>2</span></div></div>',
    ['```ts\na()\nb()\n```'],
  ],
  [
    'numbers that the code prints',
    '<div><pre><code>count()</code></pre><div class="output">1<br>2<br>3</div></div>',
    ['```\ncount()\n```\n\n1\\\n2\\\n3'],
  ],
  [
    'code in a <pre> with buttons in another <pre>',
    '<pre><pre class="play"><div class="buttons"><button>Copy</button></div><code class="language-rust">a();</code></pre></pre>',
    ['```rust\na();\n```'],
  ],
  [
    'code block in div.highlight>code lines',
    '<div class="highlight"><code><span class="line">let a = 1</span><br><span class="line">let b = 2</span></code></div>',
    ['```\nlet a = 1\nlet b = 2\n```'],
  ],
  [
    'parameters of a highlighter',
    '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">a();</pre>',
    ['```java\na();\n```'],
  ],
  [
    'textarea/samp multi',
    '<div class="code-block" style="white-space:pre">a = 1\n  b = 2</div>',
    ['```\na = 1\n  b = 2\n```'],
  ],
  [
    'div.code font monospace w/ br',
    '<div class="codeblock language-python"><div>def f():</div><div>&nbsp;&nbsp;return 1</div></div>',
    ['```python\ndef f():\n  return 1\n```'],
  ],
  [
    'table highlight SyntaxHighlighter',
    '<div class="syntaxhighlighter python"><table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="container"><div class="line number1"><code class="python keyword">import</code> <code class="python plain">os</code></div><div class="line number2"><code class="python plain">print(1)</code></div></div></td></tr></tbody></table></div>',
    ['```python\nimport os\nprint(1)\n```'],
  ],
  [
    'crayon',
    '<div class="crayon-syntax crayon-theme-classic"><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content"><div class="crayon-num">1</div><div class="crayon-num">2</div></div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line" id="l1"><span class="crayon-i">x</span> = 1</div><div class="crayon-line">y = 2</div></div></td></tr></table></div></div>',
    ['```\nx = 1\ny = 2\n```'],
  ],
  [
    'codemirror',
    '<div class="CodeMirror"><div class="CodeMirror-code"><pre class="CodeMirror-line"><span>a = 1</span></pre><pre class="CodeMirror-line"><span>b = 2</span></pre></div></div>',
    ['```\na = 1\nb = 2\n```'],
  ],
  [
    'lang header label',
    '<div class="code-wrapper"><div class="code-header"><span>python</span><button>Copy code</button></div><pre><code>print(1)</code></pre></div>',
    ['```python\nprint(1)\n```'],
  ],
  [
    'lang label title',
    '<div class="CodeBlock"><div class="CodeBlock-title">TypeScript</div><pre><code>let a: number</code></pre></div>',
    ['```typescript\nlet a: number\n```'],
  ],
  [
    'lang figcaption',
    '<figure data-rehype-pretty-code-figure><pre data-language="ts" data-theme="x"><code data-language="ts"><span data-line>let a = 1</span>\n<span data-line>let b</span></code></pre></figure>',
    ['```ts\nlet a = 1\nlet b\n```'],
  ],
  ['lang code class bare', '<pre><code class="python">print(1)</code></pre>', ['```python\n']],
  ['lang pre class bare', '<pre class="javascript"><code>let a</code></pre>', ['```javascript\n']],
  ['lang pre lang attr', '<pre lang="ruby"><code>puts 1</code></pre>', ['```ruby\n']],
  ['lang pre lang attr en', '<pre lang="en"><code>puts 1</code></pre>', ['```\nputs']],
  ['lang prettyprint lang-', '<pre class="prettyprint lang-c linenums">int a;</pre>', ['```c\n']],
  ['lang brush', '<pre class="brush: csharp; gutter: false">int a;</pre>', ['```csharp\n']],
  [
    'lang hexo',
    '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span></pre></td><td class="code"><pre><span class="line">let a</span></pre></td></tr></table></figure>',
    ['```js\nlet a\n```'],
  ],
  [
    'lang docusaurus',
    '<div class="language-bash codeBlockContainer_x theme-code-block"><div class="codeBlockTitle_x">run.sh</div><div class="codeBlockContent_x"><pre class="prism-code language-bash"><code><span class="token-line">npm i</span></code></pre></div></div>',
    ['```bash\nnpm i\n```'],
  ],
  [
    'lang vitepress',
    '<div class="language-js vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">js</span><pre class="shiki"><code><span class="line">a</span>\n<span class="line">b</span></code></pre></div>',
    ['```js\na\nb\n```'],
  ],
  [
    'lang expressive',
    '<div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="astro"><code><div class="ec-line"><div class="code">a</div></div><div class="ec-line"><div class="code">b</div></div></code></pre></figure></div>',
    ['```astro\na\nb\n```'],
  ],
  [
    'lang gitlab',
    '<pre class="code highlight js-syntax-highlight language-yaml" lang="yaml"><code>a: 1</code></pre>',
    ['```yaml\n'],
  ],
  [
    'lang github',
    '<div class="highlight highlight-source-shell"><pre>ls</pre></div>',
    ['```shell\n'],
  ],
  [
    'lang sphinx',
    '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>a = 1</pre></div></div>',
    ['```python3\n'],
  ],
  [
    'lang sphinx default',
    '<div class="highlight-default notranslate"><div class="highlight"><pre><span></span>a = 1</pre></div></div>',
    ['```\na = 1'],
  ],
  [
    'lang wp-block',
    '<div class="wp-block-syntaxhighlighter-code"><pre class="brush: php; title: ; notranslate" title="">echo 1;</pre></div>',
    ['```php\n'],
  ],
  [
    'lang enlighter',
    '<pre class="EnlighterJSRAW" data-enlighter-language="java">int a;</pre>',
    ['```java\n'],
  ],
  ['lang crayon', '<pre class="lang:php decode:true">echo 1;</pre>', ['```php\n']],
  ['lang syntax=', '<pre data-code-lang="go"><code>x := 1</code></pre>', ['```go\n']],
  [
    'lang mdn',
    '<div class="code-example"><p class="example-header"><span class="language-name">css</span></p><pre class="brush: css notranslate"><code>a {}</code></pre></div>',
    ['```css\na {}'],
  ],
  [
    'lang geshi',
    '<div class="mw-highlight mw-highlight-lang-lua mw-content-ltr"><pre>x = 1</pre></div>',
    ['```lua\n'],
  ],
  [
    'lang code-block attr',
    '<code-block language="swift"><pre>let a = 1</pre></code-block>',
    ['```swift\n'],
  ],
  [
    'lang rustdoc',
    '<div class="example-wrap"><pre class="rust rust-example-rendered"><code>let a = 1;</code></pre></div>',
    ['```rust\n'],
  ],
  [
    'lang godoc',
    '<pre class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">a := 1</span></span></code></pre>',
    ['```go\n'],
  ],
  [
    'lang medium',
    '<pre data-code-block-mode="2" data-code-block-lang="python"><span>a = 1</span></pre>',
    ['```python\n'],
  ],
  [
    'lang highlighted class only',
    '<pre class="language-none"><code class="hljs language-sql">select 1</code></pre>',
    ['```sql\n'],
  ],
  [
    'lang react syntax',
    '<div><pre style="x"><code class="language-tsx" style="white-space: pre;"><span class="linenumber react-syntax-highlighter-line-number">1</span><span>let a</span>\n<span class="linenumber react-syntax-highlighter-line-number">2</span><span>let b</span></code></pre></div>',
    ['```tsx\nlet a\nlet b\n```'],
  ],
  [
    'lang chatgpt',
    '<pre><div class="contain-inline-size"><div class="flex items-center">python</div><div class="sticky"><button>Copy code</button></div><div class="overflow-y-auto"><code class="whitespace-pre! language-python"><span>print(1)</span></code></div></div></pre>',
    ['```python\nprint(1)\n```'],
  ],
  [
    'lang header inside pre',
    '<pre class="code"><span class="code-lang">sql</span><code>select 1</code></pre>',
    ['```sql\nselect 1\n```'],
  ],
  [
    'codemirror 6',
    '<div class="cm-editor"><div class="cm-scroller"><div class="cm-gutters"><div>1</div><div>2</div></div><div class="cm-content" data-language="python"><div class="cm-line">if a:</div><div class="cm-line">  b()</div></div></div></div>',
    ['```python\nif a:\n  b()\n```'],
  ],
  ['org', '<pre class="src src-emacs-lisp">(a b)\n(c)</pre>', ['```emacs-lisp\n(a b)\n(c)\n```']],
]

for (const [name, html, parts] of cases)
  test(`code: ${name}`, () => {
    const markdown = written(`<p>Before.</p>${html}<p>After.</p>`)
    for (const part of parts)
      assert.ok(markdown.includes(part), `${JSON.stringify(part)} is not in:\n${markdown}`)
  })
