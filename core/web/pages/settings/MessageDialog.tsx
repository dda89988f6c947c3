import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import * as styles from './MessagesPage.css.ts'
import { mailApi } from './client.ts'
import { emailStatusLabels } from './emailStatusLabels.ts'

interface MessageDialogProps {
  id: string
  subject: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onSendAgain: () => Promise<unknown>
}

/** One message as its recipient gets it, but for passwords and links. */
export function MessageDialog({ id, subject, isOpen, onOpenChange, onSendAgain }: MessageDialogProps) {
  return (
    <Dialog title={subject} isOpen={isOpen} onOpenChange={onOpenChange} size="large">
      <Message id={id} onSendAgain={onSendAgain} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface MessageProps {
  id: string
  onSendAgain: () => Promise<unknown>
  onDone: () => void
}

function Message({ id, onSendAgain, onDone }: MessageProps) {
  const {
    data: message,
    error,
    refetch,
  } = useQuery({
    ...mailApi.getMailMessage({ params: { id } }),
    refetchOnMount: 'always',
  })
  const [isSending, setSending] = useState(false)
  const send = () => {
    setSending(true)
    // The sender shows errors.
    void onSendAgain()
      .then(onDone, () => undefined)
      .finally(() => setSending(false))
  }
  const canSend = message?.status === 'held' || message?.status === 'failed'
  return (
    <>
      <DialogBody>
        {message ? (
          <>
            <dl className={styles.facts}>
              <dt className={styles.term}>Recipient</dt>
              <dd className={styles.fact}>{message.recipient}</dd>
              <dt className={styles.term}>Status</dt>
              <dd className={styles.fact}>
                <Badge tone={emailStatusLabels[message.status].tone}>{emailStatusLabels[message.status].label}</Badge>
              </dd>
              <dt className={styles.term}>Written</dt>
              <dd className={styles.fact}>
                <DateTime value={message.createdAt} />
              </dd>
              {message.sentAt && (
                <>
                  <dt className={styles.term}>Sent</dt>
                  <dd className={styles.fact}>
                    <DateTime value={message.sentAt} />
                  </dd>
                </>
              )}
              <dt className={styles.term}>Attempts</dt>
              <dd className={styles.fact}>{message.attempts}</dd>
              {message.error && (
                <>
                  <dt className={styles.term}>Last error</dt>
                  <dd className={styles.fact}>{message.error}</dd>
                </>
              )}
            </dl>
            <pre className={styles.text}>{message.body}</pre>
            {message.hasSecret && (
              <p className={styles.reason}>The password or link in it is for the recipient alone.</p>
            )}
          </>
        ) : error ? (
          <ErrorState isFrameless error={error} onRetry={refetch} />
        ) : (
          <Skeleton height={240} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
        {canSend && (
          <Button variant="primary" isPending={isSending} onPress={send}>
            Send again
          </Button>
        )}
      </DialogFooter>
    </>
  )
}
