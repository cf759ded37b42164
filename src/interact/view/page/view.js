const [tabs, bar, buttons, address, keyboard, state, screen, keys, notice, again, problem] = [
  'tabs',
  'bar',
  'buttons',
  'address',
  'keyboard',
  'state',
  'screen',
  'keys',
  'notice',
  'again',
  'problem',
].map((id) => document.getElementById(id))
const paper = screen.getContext('2d')

const attemptsMax = 5
const retryMs = 1_000
const problemMs = 6_000

let socket
let attempts = 0
let hasControl = false
let hasEnded = false
let hasPicture = false
let hiding

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

/** Input of a viewer that may only look is not sent. */
function act(message) {
  if (hasControl) send(message)
}

function setState(name, text) {
  state.dataset.state = name
  state.textContent = text
  state.title = text
}

function showNotice(title, text, canRetry) {
  notice.hidden = false
  notice.querySelector('h1').textContent = title
  notice.querySelector('p').textContent = text
  again.hidden = !canRetry
}

// Connection

function connect() {
  setState('connecting', 'Connecting')
  socket = new WebSocket(`${location.href.replace(/^http/, 'ws').replace(/[?#].*$/, '')}/socket`)
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') take(JSON.parse(data))
    else draw(data)
  })
  socket.addEventListener('close', () => void reconnect())
}

async function reconnect() {
  if (hasEnded) return
  attempts += 1
  setState('connecting', 'Connecting')
  const status = await fetch(location.href).then(
    (response) => response.status,
    () => 0,
  )
  if (status === 404) return end('')
  if (attempts <= attemptsMax) return setTimeout(connect, retryMs * attempts)
  setState('ended', 'Offline')
  showNotice('Connection lost', 'The service does not answer.', true)
}

function take(message) {
  if (message.type === 'pages') showPages(message)
  else if (message.type === 'ended') end(message.reason)
  else showProblem(message.text)
}

function end(reason) {
  hasEnded = true
  hasControl = false
  setState('ended', 'Ended')
  address.readOnly = true
  buttons.hidden = true
  keyboard.hidden = true
  const isPlain = reason === '' || reason === 'The session ended.'
  showNotice('The session has ended', isPlain ? 'This link no longer works.' : reason, false)
}

function showProblem(text) {
  clearTimeout(hiding)
  problem.textContent = text
  problem.hidden = false
  hiding = setTimeout(() => (problem.hidden = true), problemMs)
}

// Pages and pictures

function showPages({ pages, shownId, hasControl: control }) {
  attempts = 0
  hasControl = control
  setState('live', control ? 'In control' : 'Live')
  buttons.hidden = !control
  address.readOnly = !control
  screen.classList.toggle('control', control)
  keys.hidden = !control
  keyboard.hidden = !(control && matchMedia('(pointer: coarse)').matches)
  const shown = pages.find(({ id }) => id === shownId)
  const url = shown === undefined || shown.url === 'about:blank' ? '' : shown.url
  if (document.activeElement !== address || !control) address.value = url
  document.title = shown?.title ? `${shown.title} – live view` : 'Live view'
  tabs.hidden = pages.length < 2
  tabs.replaceChildren(...pages.map((page) => tabOf(page, shownId)))
  if (!hasPicture || url === '') paint()
  if (url === '') showNotice('Empty page', 'The session has not opened a page yet.', false)
  else if (hasPicture) notice.hidden = true
}

function tabOf({ id, title, url }, shownId) {
  const tab = document.createElement('button')
  tab.type = 'button'
  tab.textContent = title || url || 'Empty page'
  tab.title = tab.textContent
  tab.disabled = !hasControl
  tab.setAttribute('aria-current', String(id === shownId))
  tab.addEventListener('click', () => act({ type: 'show', pageId: id }))
  return tab
}

function paint() {
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, screen.width, screen.height)
}

let drawing = Promise.resolve()

/** The service sends the next picture when one has been drawn. */
function draw(bytes) {
  const show = async () => {
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    if (screen.width !== image.width || screen.height !== image.height) {
      screen.width = image.width
      screen.height = image.height
    }
    paper.drawImage(image, 0, 0)
    image.close()
    hasPicture = true
    if (!hasEnded && address.value !== '') notice.hidden = true
  }
  // A picture that cannot be read is left out.
  drawing = drawing
    .then(show)
    .catch(() => {})
    .then(() => send({ type: 'drawn' }))
}

// Pointer

/** The position in the picture, from 0 to 1; undefined beside it. */
function positionOf({ clientX, clientY }) {
  const box = screen.getBoundingClientRect()
  const scale = Math.min(box.width / screen.width, box.height / screen.height)
  const [width, height] = [screen.width * scale, screen.height * scale]
  const isOnTop = getComputedStyle(screen).objectPosition.endsWith(' 0%')
  const top = box.top + (isOnTop ? 0 : (box.height - height) / 2)
  const x = (clientX - box.left - (box.width - width) / 2) / width
  const y = (clientY - top) / height
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : undefined
}

const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }) =>
  (altKey ? 1 : 0) + (ctrlKey || metaKey ? 2 : 0) + (shiftKey ? 8 : 0)

const buttonNames = ['left', 'middle', 'right', 'back', 'forward']
const slackPx = 8

let moved
let touch

function mouse(action, event, others) {
  const position = positionOf(event)
  if (position)
    act({ type: 'mouse', action, ...position, modifiers: modifiersOf(event), ...others })
}

/** A press with the mouse, or a tap that ends without having moved. */
function press(event, isDown) {
  const button = buttonNames[event.button] ?? 'left'
  const clickCount = Math.min(3, event.detail || 1)
  mouse(isDown ? 'mousePressed' : 'mouseReleased', event, {
    button,
    buttons: event.buttons,
    clickCount,
  })
}

screen.addEventListener('mousedown', (event) => {
  event.preventDefault()
  if (hasControl) keys.focus({ preventScroll: true })
  press(event, true)
})
screen.addEventListener('mouseup', (event) => press(event, false))
screen.addEventListener('contextmenu', (event) => {
  if (hasControl) event.preventDefault()
})
screen.addEventListener('mousemove', (event) => {
  if (moved === undefined) {
    requestAnimationFrame(() => {
      mouse('mouseMoved', moved, { button: 'none', buttons: moved.buttons })
      moved = undefined
    })
  }
  moved = event
})
screen.addEventListener(
  'wheel',
  (event) => {
    const position = positionOf(event)
    if (!hasControl || !position) return
    event.preventDefault()
    const unit = event.deltaMode === 1 ? 32 : 1
    const [deltaX, deltaY] = [event.deltaX * unit, event.deltaY * unit]
    act({ type: 'wheel', ...position, deltaX, deltaY, modifiers: modifiersOf(event) })
  },
  { passive: false },
)

/** A finger scrolls; the browser turns a tap into mouse events. */
screen.addEventListener('pointerdown', (event) => {
  if (event.pointerType === 'touch') touch = { x: event.clientX, y: event.clientY, isScroll: false }
})
screen.addEventListener('pointermove', (event) => {
  if (event.pointerType !== 'touch' || !touch) return
  const [deltaX, deltaY] = [touch.x - event.clientX, touch.y - event.clientY]
  if (!touch.isScroll && Math.hypot(deltaX, deltaY) < slackPx) return
  const position = positionOf(event)
  const scale = Math.max(screen.width / screen.clientWidth, screen.height / screen.clientHeight)
  touch = { x: event.clientX, y: event.clientY, isScroll: true }
  if (position) act({ type: 'wheel', ...position, deltaX: deltaX * scale, deltaY: deltaY * scale })
})
for (const name of ['pointerup', 'pointercancel'])
  screen.addEventListener(name, () => (touch = undefined))

// Keyboard. Keys without a name, of phones and input methods, arrive as text.

const isPaste = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'

function key(event, isDown) {
  if (!hasControl || event.isComposing || event.key === 'Unidentified' || event.key === 'Process')
    return
  if (isPaste(event)) return
  event.preventDefault()
  act({
    type: 'key',
    isDown,
    key: event.key,
    code: event.code,
    keyCode: Math.min(255, event.keyCode),
    location: event.location,
    isRepeated: event.repeat,
    modifiers: modifiersOf(event),
  })
}

function typeKey(name, keyCode) {
  for (const isDown of [true, false]) act({ type: 'key', isDown, key: name, code: name, keyCode })
}

keys.addEventListener('keydown', (event) => key(event, true))
keys.addEventListener('keyup', (event) => key(event, false))
keys.addEventListener('beforeinput', (event) => {
  if (event.inputType === 'deleteContentBackward') typeKey('Backspace', 8)
  if (event.inputType === 'insertLineBreak') typeKey('Enter', 13)
})
keys.addEventListener('input', (event) => {
  if (event.isComposing) return
  if (event.data && event.inputType !== 'insertFromPaste') act({ type: 'text', text: event.data })
  keys.value = ''
})
keys.addEventListener('compositionend', (event) => {
  if (event.data) act({ type: 'text', text: event.data })
  keys.value = ''
})
keys.addEventListener('paste', (event) => {
  event.preventDefault()
  const text = event.clipboardData.getData('text/plain').slice(0, 60_000)
  if (text) act({ type: 'text', text })
})

// Toolbar

keyboard.addEventListener('click', () => keys.focus())
again.addEventListener('click', () => {
  attempts = 0
  connect()
})
for (const button of buttons.children)
  button.addEventListener('click', () => act({ type: 'move', by: button.dataset.move }))
bar.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = address.value.trim()
  if (text) act({ type: 'open', url: /^[a-z]+:/i.test(text) ? text : `https://${text}` })
  address.blur()
})

paint()
connect()
