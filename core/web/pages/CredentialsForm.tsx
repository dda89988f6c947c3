import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { z } from 'zod'
import { signInTexts } from '#core/contract/identity.ts'
import type { credentials } from '#core/contract/identity.ts'
import { t } from '../text.ts'
import { usePlatform } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { TextLink } from '../ui/actions/TextLink.tsx'
import * as styles from './AuthLayout.css.ts'

type Errors = Partial<Record<'email' | 'password', string>>

interface CredentialsFormProps {
  /** Another way in, below the button. */
  children?: ReactNode
  submit: (given: z.input<typeof credentials>) => Promise<void>
  /** Explains why signing in is locked, and when to try again. */
  wait: string | undefined
  /** Errors that the server found, by the field's name. */
  refused: Errors
}

/** Without the kit's forms and zod, whose libraries alone would be a third of what this first page loads. */
export function CredentialsForm({ submit, wait, refused, children }: CredentialsFormProps) {
  const { demoCredentials } = usePlatform()
  const [given, setGiven] = useState({ email: '', password: '' })
  const [wasTried, setWasTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errors = wasTried ? { ...refused, ...errorsIn(given) } : {}
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    const [wrong] = Object.keys(errorsIn(given))
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    if (wrong || isPending) return
    setPending(true)
    await submit(given)
    setPending(false)
  }
  return (
    <>
      <form ref={form} noValidate onSubmit={send} aria-label={t('Sign In')} className={styles.form}>
        {wait && <Banner tone="error">{wait}</Banner>}
        <TextField
          name="email"
          label={t('Email')}
          // Students without an address sign in by name on their organization's host; both are written with an @.
          type="email"
          autoComplete="username"
          autoFocus
          value={given.email}
          onChange={(email) => setGiven({ ...given, email })}
          error={errors.email}
        />
        <PasswordField
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          value={given.password}
          onChange={(password) => setGiven({ ...given, password })}
          error={errors.password}
        />
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {t('Sign In')}
        </Button>
        {children}
        <div className={styles.below}>
          <TextLink href="/forgot-password">{t('Forgot your password?')}</TextLink>
        </div>
      </form>
      {demoCredentials && <DemoCredentials {...demoCredentials} fill={() => setGiven(demoCredentials)} />}
    </>
  )
}

/** In the order of the fields: that both are there, the first with an @. The server checks the rest by the contract. */
function errorsIn({ email, password }: { email: string; password: string }): Errors {
  return {
    ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: signInTexts.email }),
    ...(password === '' && { password: signInTexts.password }),
  }
}

interface DemoCredentialsProps {
  email: string
  password: string
  fill: () => void
}

function DemoCredentials({ email, password, fill }: DemoCredentialsProps) {
  return (
    <section className={styles.hint} aria-label={t('Demo credentials')}>
      <div className={styles.hintHead}>
        {t('Demo super admin')}
        <Button size="small" onPress={fill}>
          {t('Fill in')}
        </Button>
      </div>
      <dl className={styles.hintList}>
        <dt className={styles.hintTerm}>{t('Email')}</dt>
        <dd className={styles.hintValue}>{email}</dd>
        <dt className={styles.hintTerm}>{t('Password')}</dt>
        <dd className={styles.hintValue}>{password}</dd>
      </dl>
    </section>
  )
}
