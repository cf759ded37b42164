import type { ParseLimits } from './limits.ts'
import {
  adjustedForeignNames,
  closedByOpening,
  foreignRoots,
  htmlInForeign,
  voidTags,
} from './tag-rules.ts'

/** Who is told which elements begin and end, every one of them, whether the page writes it or not. */
export interface ElementReceiver {
  readonly onopentag: (name: string, attributes: Record<string, string>) => void
  readonly onclosetag: () => void
}

/** Turns tags, as written, into elements that begin and end. */
export interface OpenElements {
  readonly open: (name: string, attributes: Record<string, string>, isSelfClosing: boolean) => void
  readonly close: (name: string) => void
  /** Whether a drawing or a formula is what the next tag belongs to. */
  readonly isForeign: () => boolean
}

export function createOpenElements(receiver: ElementReceiver, limits: ParseLimits): OpenElements {
  const open: string[] = []
  const contexts: Context[] = ['html']
  /** Of elements that found no room. */
  let closingTagsToSkip = 0
  const context = () => contexts.at(-1) ?? 'html'
  const isForeign = () => context() !== 'html'

  const nameOf = (written: string): string => {
    if (context() === 'svg') return adjustedForeignNames.get(written) ?? written
    if (contexts.length > 1) {
      const adjusted = adjustedForeignNames.get(written)
      if (adjusted !== undefined && open.includes(adjusted)) return adjusted
    }
    return written === 'image' && !isForeign() ? 'img' : written
  }

  const pop = () => {
    const name = open.pop() ?? ''
    if (foreignRoots.has(name) || htmlInForeign.has(name)) contexts.pop()
    receiver.onclosetag()
  }

  const push = (name: string) => {
    open.push(name)
    if (foreignRoots.has(name)) contexts.push(name === 'svg' ? 'svg' : 'math')
    else if (htmlInForeign.has(name)) contexts.push('html')
  }

  return {
    isForeign,
    open: (written, attributes, isSelfClosing) => {
      const isOverfull = limits.isCrowded()
      if (isOverfull) closingTagsToSkip += 1
      const name = nameOf(written)
      if (name === 'form' && open.includes('form')) return
      const closed = closedByOpening.get(name)
      if (closed) while (closed.has(open.at(-1) ?? '')) pop()
      const isVoid = isOverfull || voidTags.has(name)
      if (!isVoid) push(name)
      receiver.onopentag(name, attributes)
      if (isVoid) receiver.onclosetag()
      if (isSelfClosing && isForeign() && open.at(-1) === name) pop()
    },
    close: (written) => {
      if (closingTagsToSkip > 0) {
        closingTagsToSkip -= 1
        return
      }
      const name = nameOf(written)
      if (name === 'br') receiver.onopentag(name, {})
      if (name === 'br') receiver.onclosetag()
      if (voidTags.has(name)) return
      const at = open.lastIndexOf(name)
      if (at !== -1) while (open.length > at) pop()
      else if (name === 'p') {
        receiver.onopentag(name, {})
        receiver.onclosetag()
      }
    },
  }
}

type Context = 'html' | 'svg' | 'math'
