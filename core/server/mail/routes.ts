import { mailContract } from '#core/contract/mail.ts'
import { mount } from '../http/mount.ts'
import { listMessages, messageById, releaseHeld, sendAgain } from './messages.ts'
import { sendTestMessage } from './test-message.ts'

export const mountedMail = mount(mailContract, {
  sendTestMessage: ({ core, http }, body) => sendTestMessage(core, http.actor, body.to),
  listMailMessages: listMessages,
  getMailMessage: messageById,
  sendMailAgain: sendAgain,
  releaseHeldMail: releaseHeld,
})
