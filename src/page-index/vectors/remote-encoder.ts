import { z } from 'zod'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { CallApi } from '#net/api-client.ts'
import { EncoderError, type VectorEncoder } from './encoder.ts'

export interface EmbeddingsApi {
  /** Base URL: `/embeddings` is added. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

const textsAtOnce = 32
const textCharsMax = 4_000
const numbersMax = 8_192
const sizesMax = { depth: 10, members: 10_000, values: 2 * textsAtOnce * numbersMax }

const Answer = z.object({
  data: z.array(
    z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(2).max(numbersMax) }),
  ),
})

/** A server that speaks the embeddings API of OpenAI. The number of its numbers is part of the name of its vectors. */
export function createRemoteEncoder(
  { url, model, key }: EmbeddingsApi,
  callApi: CallApi,
): VectorEncoder {
  let dimensions: number | undefined

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    }
    // Servers refuse empty texts.
    const input = texts.map((text) => text.slice(0, textCharsMax).toWellFormed().trim() || '-')
    const body = JSON.stringify({ model, input, encoding_format: 'float' })
    const answer = await callApi({ url: `${url}/embeddings`, headers, body }, signal).catch(
      (cause: unknown) => {
        signal.throwIfAborted()
        throw new EncoderError('The embeddings API cannot be reached.', { cause })
      },
    )
    if (answer.status !== 200)
      throw new EncoderError(`The embeddings API answered with status ${answer.status}.`)
    return readVectors(answer.body, texts.length)
  }

  async function encode(texts: readonly string[], signal: AbortSignal) {
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += textsAtOnce)
      for (const numbers of await ask(texts.slice(at, at + textsAtOnce), signal))
        vectors.push(toUnit(numbers))
    const [first] = vectors
    if (vectors.some(({ length }) => length !== first?.length))
      throw new EncoderError('The embeddings API returned vectors of different lengths.')
    dimensions = first?.length ?? dimensions
    return vectors
  }

  return {
    isRemote: true,
    async findSpace(signal) {
      if (dimensions === undefined) await encode(['How long is a vector?'], signal)
      return `${model}/${dimensions}`
    },
    encode,
  }
}

/** In the order of the texts. */
function readVectors(body: string, count: number): number[][] {
  try {
    const { data } = Answer.parse(parseForeignJson(body, sizesMax))
    if (data.length !== count) throw new Error(`${data.length} vectors for ${count} texts`)
    return data
      .map((item, at) => ({ ...item, index: item.index ?? at }))
      .toSorted((a, b) => a.index - b.index)
      .map(({ embedding }) => embedding)
  } catch (cause) {
    throw new EncoderError('The embeddings API returned no vectors.', { cause })
  }
}

function toUnit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => (length === 0 ? 0 : number / length))
}
