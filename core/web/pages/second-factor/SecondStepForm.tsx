import { useState } from 'react'
import type { FormEvent } from 'react'
import type { User } from '#core/contract/identity.ts'
import { secondStepNeeded, secondStep } from '#core/contract/second-factor.ts'
import type { SecondStepMethod } from '#core/contract/second-factor.ts'
import { t } from '../../text.ts'
import { ApiError } from '../../apiError.ts'
import { answerWithPasskey, passkeysArePossible } from '../../passkeys.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'
import * as styles from '../AuthLayout.css.ts'

interface SecondStepFormProps {
  /** Details of the response to the correct password. */
  details: unknown
  onSignedIn: (user: User) => void
  /** Says why, where it was not the person's own wish. */
  goBack: (reason?: string) => void
}

const others: Record<SecondStepMethod, string> = {
  app: t('Use the authenticator app'),
  passkey: t('Use a passkey'),
  'recovery-code': t('Use a recovery code'),
}

/** After the right password: a code of the app, a passkey, or a recovery code. */
export function SecondStepForm({ details, onSignedIn, goBack }: SecondStepFormProps) {
  const methods = (secondStepNeeded.safeParse(details).data?.methods ?? []).filter(
    (method) => method !== 'passkey' || passkeysArePossible(),
  )
  const [chosen, choose] = useState(methods[0])
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  const complete = async (
    body: () => Promise<Parameters<typeof secondFactorApi.completeSecondStep.call>[0]['body']>,
  ) => {
    setError(undefined)
    setPending(true)
    try {
      onSignedIn(await secondFactorApi.completeSecondStep.call({ body: await body() }))
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === 'identity.sign-in-again') goBack(thrown.detail)
      else setError(errorText(thrown))
    } finally {
      setPending(false)
    }
  }
  const byPasskey = async () => ({
    method: 'passkey' as const,
    response: await answerWithPasskey(await secondFactorApi.startSecondStepPasskey.call()),
  })
  const switchTo = (method: SecondStepMethod) => {
    setError(undefined)
    choose(method)
  }
  return (
    <section className={styles.invitation} aria-label={t('Two-step verification')}>
      <h2 className={styles.invitationTitle}>{t('Confirm that it is you')}</h2>
      {chosen === undefined ? (
        <Banner tone="error">
          {t('None of your second factors can be checked here. Ask your administrator to reset them.')}
        </Banner>
      ) : chosen === 'passkey' ? (
        <>
          <p className={styles.invitationText}>{t('Use the passkey that you have set up for this account.')}</p>
          {error && <Banner tone="error">{error}</Banner>}
          <Button
            variant="primary"
            size="large"
            fullWidth
            autoFocus
            isPending={isPending}
            onPress={() => void complete(byPasskey)}
          >
            {t('Use a passkey')}
          </Button>
        </>
      ) : (
        <CodeForm
          key={chosen}
          method={chosen}
          error={error}
          isPending={isPending}
          submit={(code) => void complete(async () => ({ method: chosen, code }))}
        />
      )}
      {methods
        .filter((method) => method !== chosen)
        .map((method) => (
          <Button key={method} variant="quiet" onPress={() => switchTo(method)}>
            {others[method]}
          </Button>
        ))}
      <Button variant="quiet" onPress={() => goBack()}>
        {t('Back to sign-in')}
      </Button>
    </section>
  )
}

interface CodeFormProps {
  method: 'app' | 'recovery-code'
  error: string | undefined
  isPending: boolean
  submit: (code: string) => void
}

const texts = {
  app: {
    introduction: t('Enter the six digits that your authenticator app shows now.'),
    label: t('Code'),
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  'recovery-code': {
    introduction: t(
      'Enter one of the recovery codes that you saved when you set up two-step verification. Each code works once.',
    ),
    label: t('Recovery code'),
    autoComplete: 'off',
    inputMode: 'text',
  },
} as const

function CodeForm({ method, error, isPending, submit }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const { introduction, ...field } = texts[method]
  const wrong = secondStep.safeParse({ method, code }).error?.issues[0]?.message
  const send = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (!wrong && !isPending) submit(code)
  }
  return (
    <form noValidate onSubmit={send} className={styles.form} aria-label={t('Two-step verification')}>
      <p className={styles.invitationText}>{introduction}</p>
      <TextField {...field} autoFocus value={code} onChange={setCode} error={wasTried ? (wrong ?? error) : error} />
      <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
        {t('Verify')}
      </Button>
    </form>
  )
}
