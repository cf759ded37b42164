import { isObject, type Json } from '../json.ts'
import type { Answer } from '../api.ts'
import { formatBytes, formatNumber, toText } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { withCode } from '../ui/with-code.tsx'
import { findPageAdvice } from './advice.ts'
import type { Values } from './playground-request.ts'
import { fill } from '../words/fill.ts'
import * as counts from '../words/en/counts.ts'
import * as answerWords from '../words/en/answers.ts'
import * as resultWords from '../words/en/results.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

/** Runs the request again with other options. */
export type RunWith = (values: Values) => void

/** What the site answered, and what the service notes about the result. */
export function Notices(props: { data: Json; metadata: Json; onRun: RunWith }) {
  const { data, metadata, onRun } = props
  const { statusCode, refusal } = metadata
  const isRefused = typeof statusCode === 'number' && statusCode >= 400
  const isEmpty = data['markdown'] === ''
  const advice =
    isRefused || isEmpty || refusal !== undefined
      ? findPageAdvice(isRefused ? statusCode : undefined)
      : undefined
  const texts = [
    ...(isRefused ? [fill(resultWords.pageStatus, { status: statusCode })] : []),
    ...(refusal === undefined
      ? []
      : [fill(resultWords.pageRefusal, { kind: toText(refusal).replaceAll('_', ' ') })]),
    ...(isEmpty && !isRefused ? [resultWords.pageEmpty] : []),
  ]
  const warning = toText(data['warning'])
  return (
    <>
      {texts.length > 0 && (
        <div class="notice warn">
          <Icon name="warn" />
          <div>
            <p>
              {texts.join(' ')} {advice ? advice.text : isRefused ? resultWords.pageMissing : ''}
            </p>
            {advice && (
              <div class="toolbar">
                {advice.tries.map(({ label, values }) => (
                  <Button key={label} class="small" onClick={() => onRun(values)}>
                    {label}
                  </Button>
                ))}
              </div>
            )}
          </div>
        </div>
      )}
      {warning !== '' && (
        <p class="notice info">
          <span>
            <b>{resultWords.warningTitle}:</b> {withCode(warning)}
          </span>
        </p>
      )}
    </>
  )
}

const fact = (label: string, value: unknown) =>
  value === undefined ? [] : [[label, toText(value)] as const]

export function Meter(props: { answer: Answer; metadata: Json; isGood: boolean }) {
  const { answer, metadata, isGood } = props
  const body = isObject(answer.body) ? answer.body : {}
  const { creditsUsed = body['creditsUsed'], cacheState, statusCode } = metadata
  const cost = typeof creditsUsed === 'number' ? counts.credits(creditsUsed) : undefined
  const cache =
    cacheState === undefined
      ? undefined
      : cacheState === 'hit'
        ? resultWords.cacheHit
        : resultWords.cacheMiss
  const facts = [
    ...fact(
      resultWords.meterTime,
      fill(untranslated.factMilliseconds, { ms: formatNumber(Math.round(answer.ms)) }),
    ),
    ...fact(resultWords.meterSize, formatBytes(answer.bytes)),
    ...fact(resultWords.meterCost, cost),
    ...fact(terms.thingCache, cache),
    ...fact(terms.thingPage, statusCode),
    ...fact(resultWords.meterTokens, metadata['tokensUsed'] ?? body['tokensUsed']),
  ]
  return (
    <div class="meter" role="status">
      <span class={`badge ${isGood ? 'good' : 'bad'}`}>{answer.status}</span>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {answer.requestId !== undefined && (
        <span class="request" title={answerWords.meterRequestId}>
          {answer.requestId}
        </span>
      )}
    </div>
  )
}
