import { isTag, type Element } from 'domhandler'
import { languageAmong, namedLanguage } from './code-languages.ts'

/** Language named by the classes of a code block, its descendants or its ancestors; else empty. */
export function codeLanguage(element: Element): string {
  let inside: Element | undefined = element
  for (let step = 0; step < stepsMax && inside; step += 1) {
    const language = readLanguage(inside)
    if (language !== undefined && language !== '') return language
    const inner: readonly Element[] = inside.children.filter((child) => isTag(child))
    inside =
      inner.find(({ name }) => name === 'code' || name === 'pre') ??
      inner.find((child) => !isGutter(child))
  }
  let around: Element | null = element
  for (let step = 0; step <= stepsMax && around; step += 1) {
    const language = readLanguage(around)
    if (language !== undefined) return language
    around = around.parent && isTag(around.parent) ? around.parent : null
  }
  return ''
}

const isGutter = (child: Element): boolean => /gutter/.test(child.attribs['class'] ?? '')

/** Ancestors searched for the language class. */
const stepsMax = 6

const attributes = [
  'data-lang',
  'data-language',
  'data-code-lang',
  'data-code-language',
  'data-code-block-lang',
  'data-enlighter-language',
  'lang-name',
]
/** Attributes with other meanings, too, whose value must be a known language. */
const looseAttributes = ['language', 'lang', 'syntax', 'type']
const codeTags = new Set('pre code code-block code-snippet'.split(' '))

function readLanguage({ attribs, name }: Element): string | undefined {
  if (name === 'body' || name === 'article' || name === 'main') return ''
  for (const attribute of attributes) {
    const value = attribs[attribute]
    if (value !== undefined && /^[\w+#.\p{L}-]{1,20}$/u.test(value)) return known(value)
  }
  const isCode = codeTags.has(name)
  if (isCode)
    for (const attribute of looseAttributes) {
      const language = namedLanguage(attribs[attribute] ?? '')
      if (language !== undefined) return language
    }
  const classes = attribs['data-syntaxhighlighter-params'] ?? attribs['class']
  if (classes === undefined) return undefined
  const language =
    namedOtherwise.exec(classes)?.[1] ?? named.exec(classes)?.[1] ?? beside.exec(classes)?.[1]
  if (language !== undefined) return known(language)
  return isCode ? languageAmong(classes) : undefined
}

/** `language-js`, `lang-js`, `highlight-source-js`, `highlight-python`, `brush: js`. */
const named =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|brush:\s*|highlight-(?!text|wrapper|container|lines))([\w+#.\p{L}-]{1,20})/u

/** `lang:js`, `mw-highlight-lang-js`, `src src-js`. */
const namedOtherwise = /(?:^|\s)(?:lang:|mw-highlight-lang-|src src-)([\w+#.\p{L}-]{1,20})/u

/** `hljs js`, `highlight js`, `sourceCode js`, `syntaxhighlighter js`: the class next to the highlighter's own. */
const beside =
  /^(?:hljs|highlight|sourceCode|syntaxhighlighter|prettyprint|chroma)\s+(?!hljs|highlight|sourceCode|copy|code|linenums|line|no|nowrap|wrap|js-|notranslate)([a-z][\w+#]{0,15})(?:\s|$)/

const known = (language: string): string =>
  /^(?:none|plain|plaintext|text|txt|default|nohighlight|no-highlight|undefined|auto)$/i.test(
    language,
  )
    ? ''
    : language.toLowerCase()
