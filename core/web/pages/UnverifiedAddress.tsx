import { useState } from 'react'
import { rich, t } from '../text.ts'
import { identityApi, usePlatform } from '../session.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import * as styles from './AuthLayout.css.ts'

interface UnverifiedAddressProps {
  email: string
  goBack: () => void
}

/** Explains that the emailed link must be opened first: to which address it went, and how to resend it. */
export function UnverifiedAddress({ email, goBack }: UnverifiedAddressProps) {
  const { sendsMail, supportEmail } = usePlatform()
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'warn' | 'error'; text: string }>()
  const [isPending, setPending] = useState(false)
  const sendAgain = async () => {
    setPending(true)
    setOutcome(
      await identityApi.sendVerification.call({ body: { email } }).then(
        ({ message }) => ({ tone: sendsMail ? ('success' as const) : ('warn' as const), text: message }),
        (error: unknown) => ({ tone: 'error' as const, text: errorText(error) }),
      ),
    )
    setPending(false)
  }
  const address = <strong className={styles.address}>{email}</strong>
  return (
    <section className={styles.invitation} aria-label={t('Verify your email address')}>
      <h2 className={styles.invitationTitle}>{t('Verify your email address')}</h2>
      <p className={styles.invitationText}>
        {sendsMail
          ? rich('We have emailed a link to {address}. Open it, and then sign in. It can be used for 24 hours.', {
              address,
            })
          : rich('A link for {address} was not sent: no mail server. Please write to {supportEmail}.', {
              address,
              supportEmail,
            })}
      </p>
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      <Button fullWidth size="large" autoFocus isPending={isPending} onPress={() => void sendAgain()}>
        {t('Send the link again')}
      </Button>
      <Button variant="quiet" onPress={goBack}>
        {t('Back to sign-in')}
      </Button>
    </section>
  )
}
