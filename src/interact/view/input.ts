import { z } from 'zod'

const textCharsMax = 65_536
const fraction = z.number().min(0).max(1)
const modifiers = z.int().min(0).max(15).default(0)
const mouse = { x: fraction, y: fraction, modifiers }
const button = z.enum(['none', 'left', 'middle', 'right', 'back', 'forward']).default('none')

/** What a viewer sends. Positions are fractions of the picture. */
export const ViewerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('drawn') }),
  z.object({
    ...mouse,
    type: z.literal('mouse'),
    action: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved']),
    button,
    buttons: z.int().min(0).max(31).default(0),
    clickCount: z.int().min(0).max(3).default(0),
  }),
  z.object({
    ...mouse,
    type: z.literal('wheel'),
    deltaX: z.number().min(-10_000).max(10_000),
    deltaY: z.number().min(-10_000).max(10_000),
  }),
  z.object({
    type: z.literal('key'),
    isDown: z.boolean(),
    key: z.string().min(1).max(32),
    code: z.string().max(32).default(''),
    keyCode: z.int().min(0).max(255).default(0),
    location: z.int().min(0).max(3).default(0),
    isRepeated: z.boolean().default(false),
    modifiers,
  }),
  z.object({ type: z.literal('text'), text: z.string().min(1).max(textCharsMax) }),
  z.object({ type: z.literal('open'), url: z.string().min(1).max(2_048) }),
  z.object({ type: z.literal('move'), by: z.enum(['back', 'forward', 'reload']) }),
  z.object({ type: z.literal('show'), pageId: z.string().max(100) }),
])
export type ViewerMessage = z.output<typeof ViewerMessage>
export type Input = Exclude<ViewerMessage, { readonly type: 'drawn' | 'move' | 'show' }>

interface Command {
  readonly method: string
  readonly params: object
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the command for an input on a viewport of the given size. */
export function makeCommand(input: Input, { width, height }: Size): Command {
  if (input.type === 'open') return { method: 'Page.navigate', params: { url: input.url } }
  if (input.type === 'text') return { method: 'Input.insertText', params: { text: input.text } }
  if (input.type === 'key') return keyCommand(input)
  const { type, x, y, ...others } = input
  const position = { x: x * width, y: y * height }
  if (type === 'wheel') {
    const params = { ...others, ...position, type: 'mouseWheel' }
    return { method: 'Input.dispatchMouseEvent', params }
  }
  const { action, ...pressed } = others as Omit<typeof input, 'type' | 'x' | 'y'> & {
    action: string
  }
  return {
    method: 'Input.dispatchMouseEvent',
    params: { ...pressed, ...position, type: action },
  }
}

const shortcut = 2
const shift = 8

/** Shortcuts that a browser without a window does not have. */
const editing: Readonly<Record<string, string>> = {
  a: 'selectAll',
  c: 'copy',
  v: 'paste',
  x: 'cut',
  y: 'redo',
  z: 'undo',
}

function keyCommand(input: Extract<Input, { readonly type: 'key' }>): Command {
  const { isDown, key, code, keyCode, location, isRepeated } = input
  const held = input.modifiers
  const isText = (held & ~shift) === 0
  const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
  const named = held === shortcut ? editing[key.toLowerCase()] : undefined
  return {
    method: 'Input.dispatchKeyEvent',
    params: {
      type: isDown ? (isText && text !== undefined ? 'keyDown' : 'rawKeyDown') : 'keyUp',
      key,
      code,
      windowsVirtualKeyCode: keyCode,
      location,
      modifiers: held,
      autoRepeat: isRepeated,
      ...(isDown && isText && text !== undefined && { text }),
      ...(isDown && named !== undefined && { commands: [named] }),
    },
  }
}
