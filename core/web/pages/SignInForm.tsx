import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { credentials, organizationChoices } from '#core/contract/identity.ts'
import { ApiError } from '../apiError.ts'
import { beginSession, identityApi, usePlatform } from '../session.ts'
import { Button } from '../ui/Button.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { FormPasswordField, FormTextField } from '../ui/FormTextField.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { useContractForm } from '../ui/contractForm.ts'
import { errorText } from '../ui/errorText.ts'
import { notify } from '../ui/notificationQueue.ts'
import * as styles from './AuthLayout.css.ts'
import { ChooseOrganization } from './ChooseOrganization.tsx'

type Credentials = z.infer<typeof credentials>
type Organizations = z.infer<typeof organizationChoices>['organizations']

/** E-mail and password; where they fit several organizations, the choice among them. */
export function SignInForm() {
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState<{ given: Credentials; organizations: Organizations }>()
  const signIn = async (given: Credentials) => {
    try {
      const user = await identityApi.login.call({ body: given })
      beginSession(queryClient, user)
      notify({ title: 'Welcome back!', description: 'You have successfully logged in.' })
    } catch (error) {
      const organizations = choicesOf(error)
      if (organizations) return setChoice({ given, organizations })
      notify({ title: 'Login failed', description: errorText(error), tone: 'destructive' })
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) throw error
    }
  }
  if (!choice) return <CredentialsForm submit={signIn} />
  return (
    <ChooseOrganization
      organizations={choice.organizations}
      choose={(tenantId) => signIn({ ...choice.given, tenantId })}
      goBack={() => setChoice(undefined)}
    />
  )
}

function choicesOf(error: unknown): Organizations | undefined {
  if (!(error instanceof ApiError) || error.code !== 'identity.choose-organization') return undefined
  return organizationChoices.safeParse(error.details).data?.organizations
}

function CredentialsForm({ submit }: { submit: (given: Credentials) => Promise<void> }) {
  const { demoCredentials } = usePlatform()
  const form = useContractForm(credentials, { defaultValues: { email: '', password: '' }, submit })
  return (
    <>
      <Form form={form} aria-label="Sign In">
        <FormTextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
        <FormPasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton size="large" fullWidth>
          Sign In
        </SubmitButton>
        <div className={styles.below}>
          <TextLink href="/forgot-password">Forgot your password?</TextLink>
        </div>
      </Form>
      {demoCredentials && (
        <DemoCredentials
          {...demoCredentials}
          fill={() => {
            form.form.setValue('email', demoCredentials.email)
            form.form.setValue('password', demoCredentials.password)
          }}
        />
      )}
    </>
  )
}

interface DemoCredentialsProps {
  email: string
  password: string
  fill: () => void
}

function DemoCredentials({ email, password, fill }: DemoCredentialsProps) {
  return (
    <section className={styles.hint} aria-label="Demo credentials">
      <div className={styles.hintHead}>
        Demo super admin
        <Button size="small" onPress={fill}>
          Fill in
        </Button>
      </div>
      <dl className={styles.hintList}>
        <dt className={styles.hintTerm}>Email</dt>
        <dd className={styles.hintValue}>{email}</dd>
        <dt className={styles.hintTerm}>Password</dt>
        <dd className={styles.hintValue}>{password}</dd>
      </dl>
    </section>
  )
}
