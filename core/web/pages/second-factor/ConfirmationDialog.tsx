import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PasskeyAssertion } from '#core/contract/passkeys.ts'
import { confirmation } from '#core/contract/second-factor.ts'
import type { CodeProof, SecondFactors } from '#core/contract/second-factor.ts'
import { t } from '../../text.ts'
import { ApiError } from '../../apiError.ts'
import { answerWithPasskey, passkeysArePossible } from '../../passkeys.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { form } from '../../ui/overlays/Dialog.css.ts'
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlays/Dialog.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'
import { SecondFactorCode, type CodeMethod } from './SecondFactorCode.tsx'

type Given =
  | { method: 'password'; password: string; factor?: CodeProof }
  | { method: 'passkey'; response: PasskeyAssertion }

/** Asks before something sensitive for all that signing in asks for. What was begun goes on, or is refused as it was. */
export function ConfirmationDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const factors = useQuery(secondFactorApi.secondFactors())
  return (
    <Dialog
      title={t('Confirm that it is you')}
      help={t('You signed in a while ago, and this is sensitive.')}
      size="small"
      isOpen
      onOpenChange={() => onEnd(false)}
    >
      {factors.isError ? (
        <DialogBody>
          <ErrorState isFrameless error={factors.error} onRetry={factors.refetch} />
        </DialogBody>
      ) : factors.data ? (
        <ConfirmationForm factors={factors.data} refetch={factors.refetch} onConfirmed={() => onEnd(true)} />
      ) : (
        <DialogBody>
          <Skeleton height={64} />
        </DialogBody>
      )}
    </Dialog>
  )
}

/** Codes that the account can give beside its password; none for an account without a second factor. */
function codeMethodsOf({ app, recoveryCodes }: SecondFactors): CodeMethod[] {
  return [
    ...(app && !app.isLost ? ['app' as const] : []),
    ...(recoveryCodes && recoveryCodes.left > 0 ? ['recovery-code' as const] : []),
  ]
}

interface ConfirmationFormProps {
  factors: SecondFactors
  /** Loads the factors again, once the server asks for one that is not known here. */
  refetch: () => unknown
  onConfirmed: () => void
}

function ConfirmationForm({ factors, refetch, onConfirmed }: ConfirmationFormProps) {
  const methods = codeMethodsOf(factors)
  const hasFactor = factors.app !== null || factors.passkeys.length > 0
  const [chosen, choose] = useState<CodeMethod>()
  const method = chosen ?? methods[0]
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState<Given['method']>()
  const confirm = async (by: Given['method'], given: () => Promise<Given>) => {
    setErrors({})
    setPending(by)
    try {
      await secondFactorApi.confirm.call({ body: await given() })
      onConfirmed()
    } catch (thrown) {
      setErrors(errorsOf(thrown))
      if (thrown instanceof ApiError && thrown.code === 'identity.second-factor') void refetch()
      setPending(undefined)
    }
  }
  const byPassword = (event: FormEvent) => {
    event.preventDefault()
    // It may lie above the form of another dialog, to which React would hand the event on.
    event.stopPropagation()
    const given = { method: 'password' as const, password, ...(method && { factor: { method, code } }) }
    const missing = missingIn(given)
    setErrors(missing)
    if (Object.keys(missing).length === 0 && !pending) void confirm('password', async () => given)
  }
  const byPasskey = () =>
    confirm('passkey', async () => ({
      method: 'passkey',
      response: await answerWithPasskey(await secondFactorApi.startConfirmation.call()),
    }))
  const switchTo = (other: CodeMethod) => {
    choose(other)
    setCode('')
    setErrors({})
  }
  const hasNoCode = hasFactor && methods.length === 0
  return (
    <form noValidate onSubmit={byPassword} className={form} aria-label={t('Confirm that it is you')}>
      <DialogBody>
        {errors.form && <Banner tone="error">{errors.form}</Banner>}
        {hasNoCode ? (
          <p>
            {factors.passkeys.length > 0
              ? t('Use the passkey that you have set up for this account.')
              : t('None of your second factors can be checked here. Ask your administrator to reset them.')}
          </p>
        ) : (
          <PasswordField
            label={t('Your password')}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
            error={errors.password}
          />
        )}
        {method && (
          <SecondFactorCode
            method={method}
            others={methods}
            switchTo={switchTo}
            value={code}
            onChange={setCode}
            error={errors.code}
          />
        )}
        {passkeysArePossible() && factors.passkeys.length > 0 && (
          <Button
            icon={<KeyRound size={16} aria-hidden />}
            isPending={pending === 'passkey'}
            onPress={() => void byPasskey()}
          >
            {t('Use a passkey')}
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">{t('Cancel')}</Button>
        {!hasNoCode && (
          <Button type="submit" variant="primary" isPending={pending === 'password'}>
            {t('Confirm')}
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

interface Errors {
  /** Above the fields. */
  form?: string
  password?: string
  code?: string
}

function errorsOf(thrown: unknown): Errors {
  const { password, code } = thrown instanceof ApiError ? thrown.fields : {}
  return password || code ? { password, code } : { form: errorText(thrown) }
}

/** Finds what is missing before the server is asked, in the contract's words. */
function missingIn(given: Given): Errors {
  const issues = confirmation.safeParse(given).error?.issues ?? []
  const messageAt = (field: string) => issues.find(({ path }) => path.at(-1) === field)?.message
  const [password, code] = [messageAt('password'), messageAt('code')]
  return { ...(password && { password }), ...(code && { code }) }
}
