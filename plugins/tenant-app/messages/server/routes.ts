import { storeFile } from '#core/server/files/files.ts'
import { mount } from '#core/server/http/mount.ts'
import { audienceContract } from '../audience-contract.ts'
import { messagesContract } from '../contract.ts'
import { inboxContract } from '../inbox-contract.ts'
import { templatesContract } from '../templates-contract.ts'
import { addMessageFile, deleteMessageFile, messageFileKind } from './files.ts'
import {
  acknowledgeLinked,
  acknowledgeReceived,
  countUnread,
  getReceived,
  listReceived,
  openLinked,
  readLinkedFile,
  openReceived,
} from './inbox.ts'
import { getMessage, listMessages, listRecipients } from './messages.ts'
import { chooseNews, getNewsChoice } from './news-choice.ts'
import { previewAudience } from './preview.ts'
import { nudge, sendMessage, stopMessage } from './send-messages.ts'
import { createTemplate, deleteTemplate, fillSessionMessage, listTemplates, updateTemplate } from './templates.ts'
import { createMessage, deleteMessage, updateMessage } from './write-messages.ts'

export const messagesRoutes = [
  mount(audienceContract, { previewAudience: (scope, query, body) => previewAudience(scope, body, query) }),
  mount(messagesContract, {
    listMessages,
    createMessage,
    getMessage,
    updateMessage,
    deleteMessage,
    sendMessage,
    stopMessage,
    nudge,
    listRecipients,
    addMessageFile: (unscoped, messageId, upload) =>
      storeFile(unscoped, messageFileKind, { field: 'file', upload, ownerId: messageId }, (scope, file) =>
        addMessageFile(scope, messageId, file),
      ),
    deleteMessageFile,
  }),
  mount(inboxContract, {
    listReceived,
    countUnread,
    getReceived,
    openReceived,
    acknowledgeReceived,
    openLinked: (scope, { token }) => openLinked(scope, token),
    linkedFile: readLinkedFile,
    acknowledgeLinked: (scope, { token }) => acknowledgeLinked(scope, token),
    newsChoice: getNewsChoice,
    chooseNews,
  }),
  mount(templatesContract, {
    listTemplates,
    createTemplate,
    updateTemplate,
    deleteTemplate,
    sessionMessage: fillSessionMessage,
  }),
]
