import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { passwordReset } from '#core/contract/identity.ts'
import { t } from '../text.ts'
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
    <AuthLayout title={t('Set a new password')} subtitle={t('You will be signed out on every device.')}>
      {answer ? (
        <>
          <Banner tone="success">{answer}</Banner>
          <PageLinkButton variant="primary" size="large" fullWidth to="/auth">
            {t('Sign In')}
          </PageLinkButton>
        </>
      ) : token ? (
        <ResetForm token={token} onDone={setAnswer} />
      ) : (
        <Banner tone="error">
          {t('This link is incomplete. Open it from the email again, or ask for a new one.')}
        </Banner>
      )}
      {!answer && (
        <div className={styles.below}>
          <PageLink to="/forgot-password">{t('Ask for a new link')}</PageLink>
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
    <Form form={form} aria-label={t('Set a new password')}>
      <NewPasswordFields label={t('New password')} />
      <SubmitButton size="large" fullWidth>
        {t('Set password')}
      </SubmitButton>
    </Form>
  )
}
