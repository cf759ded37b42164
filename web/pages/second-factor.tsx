import { useState } from 'preact/hooks'
import { renderSVG } from 'uqr'
import { send } from '../api.ts'
import { useResource } from '../resource.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { TextForm } from '../ui/form.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/second-factor.ts'

interface Prepared {
  readonly secret: string
  readonly url: string
}

const path = '/console/api/second-factor'

/** Codes of an authenticator app beside the password: on, off, and recovery codes. */
export function SecondFactorCard() {
  const { data, failure, reload } = useResource<{ data: { recoveryLeft: number } | null }>(path)
  const { run, isBusy, notice } = useAction()
  const [prepared, setPrepared] = useState<Prepared>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const prepare = () =>
    void run(async () => {
      setPrepared((await send<{ data: Prepared }>('POST', path)).data)
      setRecovery(undefined)
    })
  const sendCode = (method: 'PUT' | 'POST', place: string) => (code: string) =>
    run(async () => {
      const reply = await send<{ data?: readonly string[] }>(method, place, { code })
      setRecovery(reply.data)
      setPrepared(undefined)
      await reload()
    })
  const factor = data?.data
  return (
    <Card title={words.cardTitle}>
      <div class="stack narrow-form">
        {failure !== undefined && <Failure>{failure}</Failure>}
        {notice}
        {!data && failure === undefined && <Loading />}
        {recovery && <Recovery codes={recovery} />}
        {prepared && <Scan prepared={prepared} />}
        {prepared && (
          <CodeForm submit={words.onSubmit} isBusy={isBusy} onCode={sendCode('PUT', path)} />
        )}
        {factor === null && !prepared && (
          <>
            <p>{words.offText}</p>
            <Button disabled={isBusy} onClick={prepare}>
              {words.onButton}
            </Button>
          </>
        )}
        {factor && (
          <>
            <p>{fill(words.onText, { left: factor.recoveryLeft })}</p>
            <CodeForm
              submit={words.offSubmit}
              isBusy={isBusy}
              onCode={sendCode('POST', `${path}/off`)}
            />
            <CodeForm
              submit={words.recoverySubmit}
              isBusy={isBusy}
              onCode={sendCode('POST', `${path}/recovery`)}
            />
          </>
        )}
      </div>
    </Card>
  )
}

function Scan({ prepared: { secret, url } }: { prepared: Prepared }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(url))}`
  return (
    <>
      <p>{words.scanText}</p>
      <img src={picture} alt={words.scanPicture} width={200} height={200} />
      <p>{words.scanSecret}</p>
      <div class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </div>
    </>
  )
}

function Recovery({ codes }: { codes: readonly string[] }) {
  return (
    <div class="notice good">
      <div class="stack grow">
        <p>{words.recoveryText}</p>
        <div class="secret">
          <code class="lines">{codes.join('\n')}</code>
          <CopyButton text={codes.join('\n')} />
        </div>
      </div>
    </div>
  )
}

function CodeForm(props: {
  submit: string
  isBusy: boolean
  onCode: (code: string) => Promise<void>
}) {
  return (
    <TextForm
      {...props}
      label={`${words.codeLabel}: ${props.submit}`}
      input={{ autocomplete: 'one-time-code', placeholder: words.codeLabel }}
      onText={(code, form) => props.onCode(code).then(() => form.reset())}
    />
  )
}
