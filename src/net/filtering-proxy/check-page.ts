import type { IncomingMessage, ServerResponse } from 'node:http'
import { proxyDomain } from './admission.ts'

/** URL that the proxy itself serves, to verify that a browser can use it. No site can have this name. */
export const checkUrl = `http://check.${proxyDomain}/`

/** Text of the page after its script has run. */
export const checkText = 'The browser works.'

const words = JSON.stringify(checkText.split(' '))
const page = `<!doctype html><title>Check</title><p></p><script>
  document.querySelector('p').textContent = ${words}.join(' ')
</script>`

/** Serves the check page. Returns false for other requests. */
export function answerCheck(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url !== checkUrl) return false
  response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(page)
  return true
}
