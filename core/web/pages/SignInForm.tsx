import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import type { credentials, organizationChoices, User } from '#core/contract/identity.ts'
import { t } from '../text.ts'
import { ApiError } from '../apiError.ts'
import { beginSession, identityApi } from '../session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { ChooseOrganization } from './ChooseOrganization.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { SsoButtons } from './single-sign-on/SsoButtons.tsx'

// Few sign-ins need it.
const UnverifiedAddress = lazy(async () => ({ default: (await import('./UnverifiedAddress.tsx')).UnverifiedAddress }))

const SecondStepForm = lazy(async () => ({
  default: (await import('./second-factor/SecondStepForm.tsx')).SecondStepForm,
}))

const SsoProblem = lazy(async () => ({ default: (await import('./single-sign-on/SsoProblem.tsx')).SsoProblem }))

const SsoChoice = lazy(async () => ({ default: (await import('./single-sign-on/SsoChoice.tsx')).SsoChoice }))

type Credentials = z.input<typeof credentials>
type Organizations = z.infer<typeof organizationChoices>['organizations']

/**
 * Email and password, or a passkey; where they fit several organizations, the choice among them. The address may have to
 * be verified, and the account may ask for a second factor.
 */
export function SignInForm() {
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState<{ given: Credentials; organizations: Organizations }>()
  const [unverified, setUnverified] = useState<string>()
  const [wait, setWait] = useState<string>()
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [returned, setReturned] = useState(readReturn)
  const [secondStep, setSecondStep] = useState<{ details: unknown } | undefined>(
    returned?.outcome === 'second-step' ? { details: returned } : undefined,
  )
  const enter = (user: User) => {
    beginSession(queryClient, user)
    notify({ title: t('Welcome back!'), description: t('You have successfully logged in.') })
  }
  const failed = (reason: string) => notify({ title: t('Login failed'), description: reason, tone: 'destructive' })
  const signIn = async (given: Credentials) => {
    setWait(undefined)
    setRefused({})
    try {
      enter(await identityApi.login.call({ body: given }))
    } catch (error) {
      const organizations = choicesOf(error)
      if (organizations) setChoice({ given, organizations })
      else if (isUnverified(error)) setUnverified(given.email)
      else if (isHalfDone(error)) setSecondStep({ details: error.details })
      else if (hasToWait(error)) {
        setChoice(undefined)
        setWait(errorText(error))
      } else if (isAboutFields(error)) setRefused(error.fields)
      else failed(errorText(error))
    }
  }
  if (secondStep) {
    const goBack = (reason?: string) => {
      setSecondStep(undefined)
      setReturned(undefined)
      setChoice(undefined)
      if (reason !== undefined) failed(reason)
    }
    return (
      <Suspense>
        <SecondStepForm details={secondStep.details} onSignedIn={enter} goBack={goBack} />
      </Suspense>
    )
  }
  if (unverified !== undefined) {
    const goBack = () => {
      setUnverified(undefined)
      setChoice(undefined)
    }
    return (
      <Suspense>
        <UnverifiedAddress email={unverified} goBack={goBack} />
      </Suspense>
    )
  }
  if (returned?.outcome === 'choose') {
    return (
      <Suspense>
        <SsoChoice goBack={() => setReturned(undefined)} />
      </Suspense>
    )
  }
  if (!choice) {
    return (
      <>
        <Suspense>{returned && <SsoProblem outcome={returned.outcome} />}</Suspense>
        <CredentialsForm submit={signIn} wait={wait} refused={refused}>
          {'PublicKeyCredential' in window && <PasskeyButton onSignedIn={enter} onFailed={failed} />}
          <SsoButtons />
        </CredentialsForm>
      </>
    )
  }
  return (
    <ChooseOrganization
      organizations={choice.organizations}
      choose={(tenantId) => signIn({ ...choice.given, tenantId })}
      goBack={() => setChoice(undefined)}
    />
  )
}

/** Reads how a sign-in with an identity provider came back to this page; undefined where none did. */
function readReturn(): { outcome: string; methods: string[] } | undefined {
  const query = new URLSearchParams(location.search)
  const outcome = query.get('sso')
  return outcome === null ? undefined : { outcome, methods: query.get('methods')?.split(',') ?? [] }
}

interface PasskeyButtonProps {
  onSignedIn: (user: User) => void
  onFailed: (reason: string) => void
}

/** The browser shows the passkeys that there are, of whatever account. */
function PasskeyButton({ onSignedIn, onFailed }: PasskeyButtonProps) {
  const [isPending, setPending] = useState(false)
  const signIn = async () => {
    setPending(true)
    try {
      const { signInWithPasskey } = await import('./second-factor/signInWithPasskey.ts')
      onSignedIn(await signInWithPasskey())
    } catch (error) {
      onFailed(errorText(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="large" fullWidth isPending={isPending} onPress={() => void signIn()}>
      {t('Use a passkey')}
    </Button>
  )
}

const isHalfDone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'identity.second-factor'

/** True if the server refused the email or the password, in which the form itself saw nothing wrong. */
const isAboutFields = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['email', 'password'].some((name) => name in error.fields)

const isUnverified = (error: unknown) => error instanceof ApiError && error.code === 'identity.email-unverified'

/** Too many tries, or too many people at once: the words say when to try again, and stay until then. */
const hasToWait = (error: unknown) => error instanceof ApiError && (error.status === 429 || error.status === 503)

function choicesOf(error: unknown): Organizations | undefined {
  if (!(error instanceof ApiError) || error.code !== 'identity.choose-organization') return undefined
  return (error.details as z.infer<typeof organizationChoices>).organizations
}
