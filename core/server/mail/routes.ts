import { emailContract } from '#core/contract/email.ts'
import { mailContract } from '#core/contract/mail.ts'
import { mount } from '../http/mount.ts'
import { listMessages, messageById, releaseHeld, sendAgain } from './messages.ts'
import { getEmailPreferences, updateEmailPreferences } from './preferences.ts'
import { confirmReplyAddress, getContact, getEmailSender, updateEmailSender } from './sender.ts'
import { sendTestMessage } from './test-message.ts'
import { unsubscribe } from './unsubscribe.ts'

export const mountedMail = mount(
  { ...mailContract, ...emailContract },
  {
    sendTestMessage: ({ core, http }, body) => sendTestMessage(core, http.actor, body.to),
    listMailMessages: listMessages,
    getMailMessage: messageById,
    sendMailAgain: sendAgain,
    releaseHeldMail: releaseHeld,
    getEmailSender,
    updateEmailSender,
    confirmReplyAddress,
    getContact,
    getEmailPreferences,
    updateEmailPreferences,
    unsubscribe: (unscoped, query) => unsubscribe(unscoped, query.token),
  },
)
