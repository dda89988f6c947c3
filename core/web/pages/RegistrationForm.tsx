import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { registration, registrationContract } from '#core/contract/identity.ts'
import { ApiError } from '../apiError.ts'
import { createClient } from '../client.ts'
import { beginSession, usePlatform } from '../session.ts'
import { FieldRow, Form, SubmitButton } from '../ui/forms/Form.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import { errorText } from '../ui/feedback/errorText.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { UnverifiedAddress } from './UnverifiedAddress.tsx'

const registrationApi = createClient(registrationContract)
const empty = { organizationName: '', firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/** Creates an organization on trial with its admin, who is signed in at once or has to verify the address first. */
export function RegistrationForm({ showSignIn }: { showSignIn: () => void }) {
  const queryClient = useQueryClient()
  const { platformName } = usePlatform()
  const [unverified, setUnverified] = useState<string>()
  const form = useContractForm(registration, {
    defaultValues: empty,
    submit: async (values) => {
      try {
        const { mustVerifyEmail, ...user } = await registrationApi.register.call({ body: values })
        if (mustVerifyEmail) return setUnverified(values.email)
        beginSession(queryClient, user)
        notify({ title: `Welcome to ${platformName}`, description: 'Your account has been created successfully.' })
      } catch (error) {
        notify({ title: 'Registration failed', description: errorText(error), tone: 'destructive' })
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) throw error
      }
    },
  })
  if (unverified !== undefined) return <UnverifiedAddress email={unverified} goBack={showSignIn} />
  return (
    <Form form={form} aria-label="Create Account">
      <FormTextField name="organizationName" label="Organization" autoComplete="organization" />
      <FieldRow>
        <FormTextField name="firstName" label="First name" autoComplete="given-name" />
        <FormTextField name="lastName" label="Last name" autoComplete="family-name" />
      </FieldRow>
      <FormTextField name="email" label="Email" type="email" autoComplete="username" />
      <NewPasswordFields />
      <SubmitButton size="large" fullWidth>
        Create Account
      </SubmitButton>
    </Form>
  )
}
