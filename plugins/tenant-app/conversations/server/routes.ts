import { storeFile } from '#core/server/files/files.ts'
import { mount } from '#core/server/http/mount.ts'
import { conversationsContract } from '../contract.ts'
import { getConversationOptions, listConversationGuardians } from './conversation-options.ts'
import { countUnreadConversations, getConversation, listConversations, listPosts } from './conversations.ts'
import { addPostFile, conversationFileKind } from './files.ts'
import { addConversationGuardian, assignConversation, changeStatus } from './manage-conversations.ts'
import { getConversationSettings, getOfficeHours, updateConversationSettings } from './office-hours.ts'
import { addPost, editPost, readConversation, withdrawPost } from './posts.ts'
import { reportConversationPost } from './report-post.ts'
import { askQuestion, startConversation } from './start-conversation.ts'

export const conversationsRoutes = mount(conversationsContract, {
  listConversations,
  countUnreadConversations,
  getOfficeHours,
  getConversationOptions,
  listConversationGuardians,
  getConversationSettings,
  updateConversationSettings,
  startConversation,
  askQuestion,
  getConversation,
  listPosts,
  addPost,
  readConversation,
  changeStatus,
  assignConversation,
  addConversationGuardian,
  editPost,
  withdrawPost,
  reportConversationPost,
  addPostFile: (unscoped, postId, upload) =>
    storeFile(unscoped, conversationFileKind, { field: 'file', upload, ownerId: postId }, (scope, file) =>
      addPostFile(scope, postId, file),
    ),
})
