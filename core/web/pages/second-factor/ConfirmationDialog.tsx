import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PasskeyAssertion } from '#core/contract/passkeys.ts'
import { answerWithPasskey, passkeysArePossible } from '../../passkeys.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { form } from '../../ui/overlays/Dialog.css.ts'
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlays/Dialog.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'

type Given = { method: 'password'; password: string } | { method: 'passkey'; response: PasskeyAssertion }

/** Asks for password or passkey before something sensitive. What was begun goes on, or is refused as it was. */
export function ConfirmationDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  return (
    <Dialog
      title="Confirm that it is you"
      help="You signed in a while ago, and this is sensitive."
      size="small"
      isOpen
      onOpenChange={() => onEnd(false)}
    >
      <ConfirmationForm onConfirmed={() => onEnd(true)} />
    </Dialog>
  )
}

function ConfirmationForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: factors } = useQuery(secondFactorApi.secondFactors())
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState<Given['method']>()
  const confirm = async (method: Given['method'], given: () => Promise<Given>) => {
    setError(undefined)
    setPending(method)
    try {
      await secondFactorApi.confirm.call({ body: await given() })
      onConfirmed()
    } catch (thrown) {
      setError(errorText(thrown))
      setPending(undefined)
    }
  }
  const byPassword = (event: FormEvent) => {
    event.preventDefault()
    // It may lie above the form of another dialog, to which React would hand the event on.
    event.stopPropagation()
    if (password === '') setError('Password is required')
    else if (!pending) void confirm('password', async () => ({ method: 'password', password }))
  }
  const byPasskey = () =>
    confirm('passkey', async () => ({
      method: 'passkey',
      response: await answerWithPasskey(await secondFactorApi.startConfirmation.call()),
    }))
  return (
    <form noValidate onSubmit={byPassword} className={form} aria-label="Confirm that it is you">
      <DialogBody>
        {error && <Banner tone="error">{error}</Banner>}
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        {passkeysArePossible() && (factors?.passkeys.length ?? 0) > 0 && (
          <Button
            icon={<KeyRound size={16} aria-hidden />}
            isPending={pending === 'passkey'}
            onPress={() => void byPasskey()}
          >
            Use a passkey
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={pending === 'password'}>
          Confirm
        </Button>
      </DialogFooter>
    </form>
  )
}
