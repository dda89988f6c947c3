import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { passwordReset } from '#core/contract/identity.ts'
import { PageLink, PageLinkButton } from '../links.ts'
import { identityApi } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Form, SubmitButton } from '../ui/forms/Form.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import * as styles from './AuthLayout.css.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const route = getRouteApi('/public/reset-password')

/** Target of the link in the email. */
export function ResetPasswordPage() {
  const { token } = route.useSearch()
  const [answer, setAnswer] = useState<string>()
  return (
    <AuthLayout title="Set a new password" subtitle="You will be signed out on every device.">
      {answer ? (
        <>
          <Banner tone="success">{answer}</Banner>
          <PageLinkButton variant="primary" size="large" fullWidth to="/auth">
            Sign In
          </PageLinkButton>
        </>
      ) : token ? (
        <ResetForm token={token} onDone={setAnswer} />
      ) : (
        <Banner tone="error">This link is incomplete. Open it from the email again, or ask for a new one.</Banner>
      )}
      {!answer && (
        <div className={styles.below}>
          <PageLink to="/forgot-password">Ask for a new link</PageLink>
        </div>
      )}
    </AuthLayout>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: (answer: string) => void }) {
  const form = useContractForm(passwordReset, {
    defaultValues: { token, password: '', confirmPassword: '' },
    submit: async (body) => onDone((await identityApi.resetPassword.call({ body })).message),
  })
  return (
    <Form form={form} aria-label="Set a new password">
      <NewPasswordFields label="New password" />
      <SubmitButton size="large" fullWidth>
        Set password
      </SubmitButton>
    </Form>
  )
}
