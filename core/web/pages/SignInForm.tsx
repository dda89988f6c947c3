import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { organizationChoices } from '#core/contract/identity.ts'
import type { credentials } from '#core/contract/identity.ts'
import { ApiError } from '../apiError.ts'
import { beginSession, identityApi } from '../session.ts'
import { errorText } from '../ui/errorText.ts'
import { notify } from '../ui/notificationQueue.ts'
import { ChooseOrganization } from './ChooseOrganization.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'

// Of many sign-ins, few come here.
const UnverifiedAddress = lazy(async () => ({ default: (await import('./UnverifiedAddress.tsx')).UnverifiedAddress }))

type Credentials = z.input<typeof credentials>
type Organizations = z.infer<typeof organizationChoices>['organizations']

/** E-mail and password; where they fit several organizations, the choice among them. The address may have to be verified. */
export function SignInForm() {
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState<{ given: Credentials; organizations: Organizations }>()
  const [unverified, setUnverified] = useState<string>()
  const [wait, setWait] = useState<string>()
  const signIn = async (given: Credentials) => {
    setWait(undefined)
    try {
      const user = await identityApi.login.call({ body: given })
      beginSession(queryClient, user)
      notify({ title: 'Welcome back!', description: 'You have successfully logged in.' })
    } catch (error) {
      const organizations = choicesOf(error)
      if (organizations) setChoice({ given, organizations })
      else if (isUnverified(error)) setUnverified(given.email)
      else if (hasToWait(error)) {
        setChoice(undefined)
        setWait(errorText(error))
      } else notify({ title: 'Login failed', description: errorText(error), tone: 'destructive' })
    }
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
  if (!choice) return <CredentialsForm submit={signIn} wait={wait} />
  return (
    <ChooseOrganization
      organizations={choice.organizations}
      choose={(tenantId) => signIn({ ...choice.given, tenantId })}
      goBack={() => setChoice(undefined)}
    />
  )
}

const isUnverified = (error: unknown) => error instanceof ApiError && error.code === 'identity.email-unverified'

/** Too many tries, or too many people at once: the words say when to try again, and stay until then. */
const hasToWait = (error: unknown) => error instanceof ApiError && (error.status === 429 || error.status === 503)

function choicesOf(error: unknown): Organizations | undefined {
  if (!(error instanceof ApiError) || error.code !== 'identity.choose-organization') return undefined
  return organizationChoices.safeParse(error.details).data?.organizations
}
