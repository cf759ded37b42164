import type { Losses } from '#documents/losses.ts'
import { isWholePicture } from '#documents/whole-picture.ts'
import { lostPart, unreadFile } from './damaged-parts.ts'
import { toScript, type Script } from '#documents/script-digits.ts'

/** Whether anything in an RTF file may be hidden, raised or lowered. */
const used = /\\(?:v|deleted|super|sub)(?![a-z0])/

const isRtf = (body: Uint8Array) => Buffer.from(body.subarray(0, 5)).toString('latin1') === '{\\rtf'

const cutOff = 'Text may be missing, because the file is cut off'
const picture = /\\(?:png|jpeg)blip/g

/** Names what an RTF file embeds, what is missing at its end, and its damaged pictures. */
export function nameRtfLosses(body: Uint8Array, losses: Losses): void {
  if (!isRtf(body)) return
  const rtf = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  if (rtf.includes('\\objdata')) losses.lose(unreadFile)
  if (!/\}[\s\0]*$/.test(rtf.slice(-tailBytes)) || isOpen(rtf)) losses.lose(cutOff)
  let [number, end] = [0, 0]
  for (const { index } of rtf.matchAll(picture)) {
    number += 1
    // A picture has a group of its own.
    if (index < end) continue
    end = rtf.indexOf('}', index)
    if (end === -1) end = rtf.length
    const figures = rtf.slice(index, end).replaceAll(/\\\w+|\s/g, '')
    // Others are binary, or have further groups.
    if (!/^[\da-f]*$/i.test(figures)) continue
    if (!isWholePicture(Buffer.from(figures, 'hex')))
      losses.at('in the part', `picture ${number}`)(lostPart)
  }
}

const tailBytes = 4_096

/** Whether a group does not end. */
function isOpen(rtf: string): boolean {
  let depth = 0
  const sign = /\\bin(\d{1,9}) ?|\\[^]|[{}]/g
  for (let found = sign.exec(rtf); found; found = sign.exec(rtf)) {
    if (found[0] === '{') depth += 1
    else if (found[0] === '}') depth -= 1
    else if (found[1] !== undefined) sign.lastIndex += Number(found[1])
  }
  return depth > 0
}

interface State {
  readonly isHidden: boolean
  readonly script: Script | undefined
}

const usual: State = { isHidden: false, script: undefined }

/** What a control word makes of the state; undefined for others. */
function change(state: State, word: string, isOn: boolean): State | undefined {
  switch (word) {
    case 'v':
    case 'deleted':
      return { ...state, isHidden: isOn }
    case 'super':
      return { ...state, script: isOn ? 'sup' : undefined }
    case 'sub':
      return { ...state, script: isOn ? 'sub' : undefined }
    case 'nosupersub':
      return { ...state, script: undefined }
    case 'plain':
      return usual
    default:
      return undefined
  }
}

/**
 * Leaves out the hidden and deleted text of an RTF file, which the converter shows, and writes raised and lowered numbers as such. The file
 * itself when it has neither.
 */
export function withTextStates(body: Uint8Array): Uint8Array {
  if (!isRtf(body)) return body
  const rtf = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  if (!used.test(rtf)) return body
  const groups: State[] = []
  let state = usual
  let [written, last] = ['', 0]
  const put = (index: number, text: string, instead: string) => {
    written += rtf.slice(last, index) + instead
    last = index + text.length
  }
  /** A token: a control word or sign with its number, a group, a line, or a run of text. */
  const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'[\da-fA-F]{2}|\\[^a-z]|[{}]|[^\\{}]+/gs
  for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
    const { 0: text, 1: word, 2: value, index } = found
    if (text === '{') groups.push(state)
    else if (text === '}') state = groups.pop() ?? usual
    else if (word === 'bin') token.lastIndex += Number(value ?? 0)
    else if (word !== undefined && word !== 'u') state = change(state, word, value !== '0') ?? state
    // Signs that are no text, such as that of a destination, stay.
    else if (word === undefined && /^\\[^'\\{}~_-]/.test(text)) continue
    else if (state.isHidden) put(index, text, '')
    else if (state.script && word === undefined) {
      const script = toScript(text, state.script)
      if (script !== undefined) put(index, text, escape(script))
    }
  }
  return last === 0 ? body : Buffer.from(written + rtf.slice(last), 'latin1')
}

/** Characters by their numbers, each with one character for old programs. */
const escape = (text: string) =>
  `{\\uc1 ${Array.from(text, (sign) => `\\u${sign.charCodeAt(0)}?`).join('')}}`
