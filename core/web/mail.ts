import { usePlatform } from './session.ts'
import type { Notification } from './ui/feedback/notificationQueue.ts'

/** Text that screens show instead of promising an email while no mail server is set up. */
const NOT_SENT_TEXT = 'Not sent: no mail server'

export interface MailWords {
  sendsMail: boolean
  /** A sentence that nothing is sent, as a prefix; empty where email is sent. */
  warning: string
  /** A sentence that promises an email, or says that it is not sent. */
  promise: (sentence: string) => string
  /** Notification about an email that was just written. @param whom it goes to; `sent.description` when left out */
  notice: (sent: Notification, whom?: string) => Notification
}

/** Texts about sent emails. Without a mail server no message is lost: it is held until there is one. */
export function useEmailTexts(): MailWords {
  const { sendsMail } = usePlatform()
  const held = 'Email is not sent: no mail server. It is held until there is one.'
  return {
    sendsMail,
    warning: sendsMail ? '' : `${held} `,
    promise: (sentence) => (sendsMail ? sentence : held),
    notice: (sent, whom = sent.description ?? '') =>
      sendsMail ? sent : { title: NOT_SENT_TEXT, description: `Held until there is one: ${whom}`, tone: 'destructive' },
  }
}
