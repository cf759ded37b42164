/** Names of languages of code, as pages write them in class names and above samples. */
const names = new Set(
  (
    'actionscript ada apache applescript asm astro awk bash basic bat batch brainfuck c c# c++ clj clojure cmake cmd cobol ' +
    'coffee coffeescript console cpp crystal csharp css csv cuda cypher cython d dart delphi diff dockerfile docker dotenv ' +
    'elixir elm emacs-lisp erb erlang excel f# fish fortran fsharp gherkin gleam glsl go golang gradle graphql groovy haml handlebars ' +
    'haskell hcl hlsl html http ini java javascript jinja jinja2 js json json5 jsonc jsx julia kotlin kt latex lean less ' +
    'liquid lisp llvm lua makefile markdown matlab mdx mermaid mysql nasm nginx nim nix objc objective-c ocaml octave ' +
    'pascal perl pgsql php plsql postgresql powershell prisma prolog promql properties proto protobuf ps1 puppet purescript py ' +
    'python python2 python3 qml r racket rb reason rego rst ruby rust sas sass scala scheme scss sed sh shell smalltalk ' +
    'solidity sparql sql stan svelte swift systemverilog tcl terraform tex toml ts tsx twig typescript v vala vb vba vbnet ' +
    'vbscript verilog vhdl vim vue wasm xml xquery yaml yml zig zsh'
  ).split(' '),
)

/** Names that are words of other meanings, too; alone in a class they do not name a language. */
const ambiguous = new Set(
  'basic batch console d less excel make properties r reason v c'.split(' '),
)

/** The language that the visible label of a sample names, such as `TypeScript`; undefined for another text. */
export function namedLanguage(text: string): string | undefined {
  const name = text.trim().toLowerCase()
  if (names.has(name)) return name
  return labels.get(name)
}

const labels: ReadonlyMap<string, string> = new Map([
  ['shell session', 'shell'],
  ['shell script', 'shell'],
  ['terminal', 'shell'],
  ['plain text', ''],
  ['plaintext', ''],
  ['text', ''],
  ['visual basic', 'vb'],
  ['objective c', 'objc'],
])

/** Whether one of the class names of a code element is a language. */
export function languageAmong(classes: string): string | undefined {
  for (const name of classes.toLowerCase().split(/\s+/))
    if (names.has(name) && !ambiguous.has(name)) return name
  return undefined
}
