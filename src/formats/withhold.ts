import type { Material } from '#content/content.ts'
import type { Caller } from '#kernel/caller.ts'
import type { DerivationContext, Derived } from './derivation.ts'

/** Takes the lines that instruct language models out of what is shown to one. */
export type Withhold = <Members extends object>(
  members: Members,
  caller: Caller,
) => Promise<{ readonly members: Members; readonly lines: number }>

/** The material as a language model may see it, and what the caller has to know of it. */
export async function shownMaterial(
  material: Material,
  { model, withhold, request }: DerivationContext,
): Promise<{ readonly material: Material; readonly derived: Derived }> {
  if (!model) return { material, derived: {} }
  const { markdown, facts, passages } = material
  const { members, lines } = await withhold({ markdown, facts, list: passages.list }, request)
  if (lines === 0) return { material, derived: {} }
  // What the model was not shown is no evidence of what it says either.
  const { members: searched } = await withhold({ text: material.text }, request)
  const shown = {
    ...material,
    text: searched.text,
    markdown: members.markdown,
    facts: members.facts,
    passages: { ...passages, list: withoutBlocks(passages.list, members.list) },
  }
  const warning =
    'Parts of the page give instructions to language models; they were not shown to the language model.'
  return { material: shown, derived: { warning } }
}

type Passages = Material['passages']['list']

/** A request may go on in the next sentence: of a block with a withheld passage, none is shown. */
function withoutBlocks(list: Passages, shown: Passages): Passages {
  const blocks = new Set(
    list.flatMap(({ text, block }, index) => (shown[index]?.text === text ? [] : [block])),
  )
  return list.map((passage) =>
    blocks.has(passage.block) ? { ...passage, text: '', header: '' } : passage,
  )
}
