import { useState } from 'react'
import { identityContract } from '#core/contract/identity.ts'
import { t } from '../text.ts'
import { PageLink } from '../links.ts'
import { identityApi, usePlatform } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Form, SubmitButton } from '../ui/forms/Form.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import * as styles from './AuthLayout.css.ts'
import { AuthLayout } from './AuthLayout.tsx'

/** Requests the email with the link; the answer never reveals whether the address is known. */
export function ForgotPasswordPage() {
  const { sendsMail } = usePlatform()
  const [answer, setAnswer] = useState<string>()
  const form = useContractForm(identityContract.forgotPassword.body, {
    defaultValues: { email: '' },
    submit: async (body) => setAnswer((await identityApi.forgotPassword.call({ body })).message),
  })
  return (
    <AuthLayout
      title={t('Forgot your password?')}
      subtitle={
        sendsMail
          ? t('Enter your email address. We send you a link that sets a new one, valid for one hour.')
          : t('Enter your email address. We show you who can help: no mail server is set up here.')
      }
    >
      {answer ? (
        <Banner tone={sendsMail ? 'success' : 'warn'}>{answer}</Banner>
      ) : (
        <Form form={form} aria-label={t('Forgot your password?')}>
          <FormTextField name="email" label={t('Email')} type="email" autoComplete="username" autoFocus />
          <SubmitButton size="large" fullWidth>
            {sendsMail ? t('Send link') : t('Go on')}
          </SubmitButton>
        </Form>
      )}
      <div className={styles.below}>
        <PageLink to="/auth">{t('Back to sign-in')}</PageLink>
      </div>
    </AuthLayout>
  )
}
