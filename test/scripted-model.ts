import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { encoders } from '#test/fixtures/model-answers.ts'
import { detectProtocol, makeView, type ModelRequest } from '#test/fixtures/model-protocols.ts'
import { receivedBody } from '#test/fixtures/received-body.ts'

/** Reaction of the scripted model to one request. */
export interface Step {
  /** Text of the response; with a forced tool, its arguments. */
  readonly text?: string
  /** Tools that the model calls, beside the text. */
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[]
  readonly finish?: 'stop' | 'length' | 'filter'
  /** Text of a refusal, if the protocol has a field for it. */
  readonly refusal?: string
  /** Null omits the token counts. */
  readonly usage?: { readonly input: number; readonly output: number } | null
  /** HTTP status of an error. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Message of the error. */
  readonly error?: string
  /** Raw body, instead of a response of the protocol. */
  readonly raw?: string | Uint8Array
  readonly contentType?: string
  /** Ends the connection in the middle of the body. */
  readonly isCut?: boolean
  /** Never responds. */
  readonly hangs?: boolean
  /** Responds when this resolves. */
  readonly waitsFor?: Promise<void>
  /** Sends the body byte by byte. */
  readonly inBytes?: boolean
}

export type Script = (request: ModelRequest, index: number) => Step
/** A script that has to wait for something before it knows its reaction. */
export type SlowScript = (...asked: Parameters<Script>) => Promise<Step>

/**
 * A loopback HTTP server with the protocols of OpenAI, Anthropic, Google and Ollama that responds as scripted and records the
 * requests.
 */
export async function startScriptedModel(script: Script | SlowScript | readonly Step[]) {
  const requests: ModelRequest[] = []
  const aborted: ModelRequest[] = []
  const next: Script | SlowScript =
    typeof script === 'function'
      ? script
      : (_request, index) => script[Math.min(index, script.length - 1)] ?? {}

  async function answer(received: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await receivedBody(received)
    if (!sent) return
    const protocol = detectProtocol(received.url ?? '')
    const body = JSON.parse(sent.toString()) as object
    const request = makeView(protocol, body, received.headers)
    requests.push(request)
    response.once('close', () => {
      if (!response.writableEnded) aborted.push(request)
    })
    const step = await next(request, requests.length - 1)
    if (step.hangs) return
    await step.waitsFor
    await send(response, step, request)
  }

  const server = createServer((received, response) => void answer(received, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    /** Base URL for each provider. */
    urls: {
      openai: `${origin}/v1`,
      compatible: `${origin}/v1`,
      anthropic: `${origin}/v1`,
      google: `${origin}/v1beta`,
      ollama: `${origin}/api`,
    },
    requests,
    /** Requests whose client disconnected before the response. */
    aborted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function send(response: ServerResponse, step: Step, request: ModelRequest): Promise<void> {
  const type = step.contentType ?? 'application/json'
  if (step.status !== undefined) {
    const error = { message: step.error ?? 'scripted', type: 'scripted' }
    const body = typeof step.raw === 'string' ? step.raw : JSON.stringify({ error })
    response.writeHead(step.status, { 'content-type': type, ...step.headers }).end(body)
    return
  }
  const body = step.raw ?? JSON.stringify(encoders[request.protocol](step, request))
  if (step.isCut) {
    response.writeHead(200, { 'content-type': type, 'content-length': 5_000 })
    response.write('{"id":', () => response.destroy())
    return
  }
  response.writeHead(200, { 'content-type': type, ...step.headers })
  if (step.inBytes) {
    for (const byte of Buffer.from(body)) {
      response.write(Buffer.of(byte))
      await setTimeout(0)
    }
    response.end()
  } else response.end(body)
}
