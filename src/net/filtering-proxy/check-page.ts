import type { IncomingMessage, ServerResponse } from 'node:http'
import { proxyDomain } from './entrance.ts'

/** Answered by the proxy itself, to show that a browser gets through it. No site can have this name. */
export const checkUrl = `http://check.${proxyDomain}/`

/** What the page says once its script has run. */
export const checkText = 'The browser works.'

const words = JSON.stringify(checkText.split(' '))
const page = `<!doctype html><title>Check</title><p></p><script>
  document.querySelector('p').textContent = ${words}.join(' ')
</script>`

/** Answers a request for the check page. False when it is for something else. */
export function answerCheck(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url !== checkUrl) return false
  response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(page)
  return true
}
