import { wordsAround, type Outline } from './outline.ts'
import type { Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'

const mark = / ?[›»＞→] ?| [>/] /u
const [pieceMax, piecesMin, depthMax] = [40, 2, 5]
const home =
  /^(?:home(?:page)?|start(?:seite)?|startsida|accueil|inicio|início|strona główna|forside|hem|domů|ホーム|トップ|首页|홈)$/iu

/** The category of a page by the path of links to it: its last step that is not the page. */
export function categoryShown(
  { lines, aside, title, text }: Outline,
  { folded }: Profile,
): ReadValue | undefined {
  if (!/categ|kateg/.test(folded)) return undefined
  const own = wordsAround(lines[title]?.text ?? '')
  let steps: { readonly names: string[]; line: number } | undefined
  for (const [line, { text: shown, parts, container, level }] of [...lines, ...aside].entries()) {
    if ((line >= title && line < lines.length) || level > 0 || shown.length > 200) continue
    const isPath = isInPath(container, text.containers)
    const names = (isPath && parts.length > 1 ? parts.map((part) => part.text) : shown.split(mark))
      .map((name) => name.replaceAll(/^[\s›»>/＞→|·]{1,9}|[\s›»>/＞→|·]{1,9}$/gu, ''))
      .filter((name) => /\p{L}/u.test(name))
    if (isPath) steps = { names: [...(steps?.names ?? []), ...names], line }
    else if (!steps && names.length > piecesMin && names.every((name) => name.length <= pieceMax))
      steps = { names, line }
  }
  const names = steps?.names.filter((name) => !home.test(name)) ?? []
  const last = names.at(-1) ?? ''
  if (own.includes(wordsAround(last)) || wordsAround(last).includes(own)) names.pop()
  const category = names.at(-1)
  return steps && category !== undefined ? { value: category, line: steps.line } : undefined
}

/** Whether a block is part of one whose class says that it is the path to the page. */
function isInPath(container: number, containers: Outline['text']['containers']): boolean {
  let at = container
  for (let depth = 0; at > 0 && depth < depthMax; depth += 1) {
    if (/\.[\w-]{0,30}crumb/i.test(containers[at]?.step ?? '')) return true
    at = containers[at]?.parent ?? -1
  }
  return false
}
