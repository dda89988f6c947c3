import { useEffect, useState } from 'react'
import { t } from '../text.ts'
import { sendUnsavedWork, storedWords, unsavedWords } from '../unsavedWork.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/overlays/Dialog.tsx'
import { answerSignOut } from './pendingSignOut.ts'

/** Milliseconds between looks at what is left to send. */
const LOOK_MS = 300
/** Milliseconds after which sending has failed. */
const SEND_TIMEOUT_MS = 8000

/** Asks before signing out discards entries that are stored on this device: send them, stay, or discard them. */
export function SignOutQuestion({ signOut }: { signOut: () => void }) {
  return (
    <Dialog title={t('Sign out?')} isOpen onOpenChange={answerSignOut} size="small" role="alertdialog">
      <Question signOut={signOut} />
    </Dialog>
  )
}

function Question({ signOut }: { signOut: () => void }) {
  const [step, setStep] = useState<'asked' | 'sending' | 'failed' | 'discarding'>('asked')
  const [what] = useState(() => storedWords() ?? t('unsent entries'))
  useEffect(() => {
    if (step !== 'sending') return
    const timer = setInterval(() => {
      if (unsavedWords() !== undefined) return
      answerSignOut()
      signOut()
    }, LOOK_MS)
    const end = setTimeout(() => setStep('failed'), SEND_TIMEOUT_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [step, signOut])
  const stay = <Button onPress={answerSignOut}>{t('Stay signed in')}</Button>
  if (step === 'discarding') {
    return (
      <>
        <DialogBody>
          <p>
            {t('Discard {what} for good? This can’t be undone. The audit log notes that you discarded them.', { what })}
          </p>
        </DialogBody>
        <DialogFooter>
          {stay}
          <Button
            variant="danger"
            onPress={() => {
              answerSignOut()
              signOut()
            }}
          >
            {t('Discard {what} and sign out', { what })}
          </Button>
        </DialogFooter>
      </>
    )
  }
  return (
    <>
      <DialogBody>
        <p>{t('Not sent from this device yet: {what}. Signing out deletes what is not sent.', { what })}</p>
        {step === 'failed' && (
          <Banner tone="error">{t('Sending failed. Try again when you have a connection.')}</Banner>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="danger" onPress={() => setStep('discarding')}>
          {t('Discard {what}', { what })}
        </Button>
        {stay}
        <Button
          variant="primary"
          isPending={step === 'sending'}
          onPress={() => {
            setStep('sending')
            sendUnsavedWork()
          }}
        >
          {t('Send now')}
        </Button>
      </DialogFooter>
    </>
  )
}
