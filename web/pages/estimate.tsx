import { useEffect, useState } from 'preact/hooks'
import { send } from '../api.ts'
import { findInvalid } from '../forms/invalid.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/playground.ts'
import * as counts from '../words/en/counts.ts'

interface Estimate {
  readonly credits: number
  readonly isMaximum: boolean
}

const pauseMs = 300

/** What a request will cost, before it is sent. */
export function EstimateText(props: { operation: string; body: object | undefined }) {
  const { operation, body = {} } = props
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const isInvalid = findInvalid(body) !== undefined
  const request = JSON.stringify({ operation, body })
  useEffect(() => {
    if (isInvalid) return undefined
    let isLeft = false
    const timer = setTimeout(() => {
      send<{ data: Estimate | null }>('POST', '/console/api/estimate', { operation, body }).then(
        ({ data }) => !isLeft && setEstimate(data),
        // Without an estimate the request can be sent all the same.
        () => !isLeft && setEstimate(null),
      )
    }, pauseMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [request])
  return <p class="estimate">{estimate ? writeText(estimate) : ''}</p>
}

function writeText({ credits, isMaximum }: Estimate): string {
  if (credits === 0) return words.estimateFree
  return isMaximum
    ? fill(words.estimateMaximum, { credits: counts.credits(credits) })
    : fill(words.estimateScrape, { credits: counts.credits(credits) })
}
