import { useState } from 'preact/hooks'
import { readMessage } from './api.ts'
import { canUsePasskeys, signInWithPasskey } from './passkeys.ts'
import { Button } from './ui/button.tsx'
import { Failure } from './ui/card.tsx'
import * as words from './words/en/entry.ts'

/** Signs in with a passkey; nothing where this browser cannot. */
export function PasskeyButton({ onDone }: { onDone?: () => void }) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null
  const start = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await signInWithPasskey()
      onDone?.()
    } catch (thrown) {
      setFailure(readMessage(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Button class="large" disabled={isBusy} onClick={() => void start()}>
        {words.passkeyButton}
      </Button>
    </>
  )
}
