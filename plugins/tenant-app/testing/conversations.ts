import { randomUUID } from 'node:crypto'
import { create } from '#core/testing/calls.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import type { Conversation } from '../conversations/contract.ts'
import { sendConversationEmails } from '../conversations/server/notify.ts'

/** A post as a device sends it. */
export const newPost = (body = 'Will Ava need boots?') => ({ id: randomUUID(), body })

/** A conversation about a child as a device sends it. */
export const newConversation = (studentId: string | null, more: object = {}) => ({
  id: randomUUID(),
  studentId,
  post: newPost(),
  ...more,
})

/** Starts a conversation about a child. */
export const startConversation = (by: Client, studentId: string | null, more: object = {}): Promise<Conversation> =>
  create<Conversation>(by, '/api/conversations', newConversation(studentId, more))

/** Runs the job that emails members of an organization's conversations. */
export const workConversations = ({ core }: Pick<TestPlatform, 'core'>, { id }: Pick<TestOrganization, 'id'>) =>
  sendConversationEmails.perform(core, id, {})
