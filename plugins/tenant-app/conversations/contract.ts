import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, text } from '#core/contract/fields.ts'
import { growingQuery, searchQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../contract.ts'

export const topics = ['general', 'late-drop-off', 'early-pickup', 'late-pickup', 'absence'] as const
export type Topic = (typeof topics)[number]

export const MAX_POST = 5000
export const MAX_FILES = 5
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Minutes for which authors change a post and add files to it. */
export const EDIT_MINUTES = 5

/** Posts that one user writes in an hour, and conversations that a guardian starts in a day. */
export const MAX_HOURLY_POSTS = 60
export const MAX_DAILY_CONVERSATIONS = 10

const day = z.iso.date('Enter a day')
const body = text(MAX_POST).pipe(z.string().min(1, 'Enter a message'))

/** Team of staff: admins alone, or with the instructors of one session, series or group. */
export const team = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('admins') }),
  z.object({ kind: z.enum(['session', 'series', 'group']), id }),
])
export type Team = z.output<typeof team>

const post = z.object({
  id,
  authorName: z.string(),
  authorRole: z.enum(['guardian', 'staff', 'student']),
  isOwn: z.boolean(),
  /** Empty where the author has withdrawn it. */
  body: z.string(),
  files: z.array(z.object({ id, name: z.string(), url: z.string(), size: z.number().int() })),
  createdAt: instant,
  editedAt: instant.nullable(),
  isWithdrawn: z.boolean(),
})
export type Post = z.infer<typeof post>

const named = z.object({ id, name: z.string() })

const conversationRow = z.object({
  id,
  topic: z.enum(topics),
  day: day.nullable(),
  /** Session, series or group whose instructors take part; empty for admins alone. */
  teamName: z.string(),
  student: named.nullable(),
  guardians: z.array(z.string()),
  status: z.enum(['open', 'closed']),
  /** null for families, and where no one is assigned. */
  assignedTo: named.nullable(),
  lastPostAt: instant,
  lastAuthorName: z.string(),
  /** Start of the last post. */
  excerpt: z.string(),
  isUnread: z.boolean(),
  /** Time of the first post that staff have not answered; null for families. */
  waitingSince: instant.nullable(),
  isOverdue: z.boolean(),
})
export type ConversationRow = z.infer<typeof conversationRow>

export const conversation = conversationRow.omit({ excerpt: true, lastAuthorName: true, isUnread: true }).extend({
  /** Names of staff who take part beside the admins. */
  instructors: z.array(z.string()),
  /** Staff whom the conversation can be assigned to; none for families. */
  assignable: z.array(named),
  /** Guardians of the child whom staff can add; none for families. */
  addable: z.array(named),
})
export type Conversation = z.infer<typeof conversation>

export const newPost = z.object({ id, body })
export type NewPost = z.output<typeof newPost>

export const newConversation = z.object({
  /** Made by the device: a conversation that is sent twice is one. */
  id,
  studentId: id.nullable().default(null),
  /** Guardian whom staff write to; guardians write for themselves. */
  guardianId: id.optional(),
  topic: z.enum(topics).default('general'),
  /** Day of a topic of the door; today by default. */
  day: day.optional(),
  team: team.default({ kind: 'admins' }),
  post: newPost,
})
export type NewConversation = z.output<typeof newConversation>

const options = z.object({
  teams: z.array(z.object({ team, name: z.string() })),
  /** Guardians of the child whom staff can write to; none for guardians. */
  guardians: z.array(named),
})
export type ConversationOptions = z.infer<typeof options>

const conversationGuardian = named.extend({
  /** First names of the children whom the caller reaches. */
  children: z.array(z.string()),
})
export type ConversationGuardian = z.infer<typeof conversationGuardian>

const settingsFields = {
  /** From 1, Monday, to 7. */
  answerDays: z.array(z.number().int().min(1).max(7)).min(1, 'Choose a day').max(7),
  answersFrom: z.iso.time({ precision: -1, error: 'Enter a time' }),
  answersUntil: z.iso.time({ precision: -1, error: 'Enter a time' }),
  urgentPhone: line(50),
  /** Emails carry the text of a post. */
  emailsText: z.boolean(),
}
export const conversationSettings = z.object(settingsFields)
export type ConversationSettings = z.infer<typeof conversationSettings>
export const conversationSettingsChange = conversationSettings.refine(
  ({ answersFrom, answersUntil }) => answersFrom < answersUntil,
  { message: 'Enter a time after the start', path: ['answersUntil'] },
)

const officeHours = z.object({
  /** Sentence that says when staff answer. */
  sentence: z.string(),
  isOpen: z.boolean(),
})

export const conversationFilters = ['mine', 'unanswered', 'overdue', 'open', 'closed'] as const

const members = { ...staff, who: ['tenant_admin', 'instructor', 'parent'], hosts: 'tenant' } as const
const writes = { ...members, whileReadOnly: true } as const
const one = z.object({ id })
const UNLOGGED_READING = 'Reading one’s own messages is nothing that others look up'

export const conversationsContract = {
  listConversations: endpoint({
    method: 'GET',
    path: '/api/conversations',
    summary:
      'Conversations, the latest first: all for admins, of their sessions and groups for instructors, their own for guardians; 25 by default',
    access: members,
    query: growingQuery.extend({
      filter: z.enum(conversationFilters).optional(),
      sessionId: id.optional(),
      studentId: id.optional(),
    }),
    response: z.array(conversationRow),
  }),
  countUnreadConversations: endpoint({
    method: 'GET',
    path: '/api/conversations/unread',
    summary: 'Number of conversations with posts that the caller has not read; for staff those that wait for an answer',
    access: members,
    response: z.object({ count: z.number().int() }),
  }),
  getOfficeHours: endpoint({
    method: 'GET',
    path: '/api/conversations/office-hours',
    summary: 'When staff answer, in a sentence',
    access: members,
    response: officeHours,
  }),
  getConversationOptions: endpoint({
    method: 'GET',
    path: '/api/conversations/options',
    summary:
      'Teams that a conversation about a child, or with a guardian, can be with; for staff the guardians of the child',
    access: members,
    query: z.object({ studentId: id.optional(), guardianId: id.optional() }),
    response: options,
  }),
  listConversationGuardians: endpoint({
    method: 'GET',
    path: '/api/conversations/guardians',
    summary:
      'Guardians to whom staff can write about no child in particular, by name: all for admins, those of taught students for instructors; 25 by default',
    access: staff,
    query: searchQuery,
    response: z.array(conversationGuardian),
  }),
  getConversationSettings: endpoint({
    method: 'GET',
    path: '/api/conversations/settings',
    summary: 'Office hours of conversations, and whether their emails carry the text',
    access: admins,
    response: conversationSettings,
  }),
  updateConversationSettings: endpoint({
    method: 'PUT',
    path: '/api/conversations/settings',
    summary: 'Change the office hours, the phone for urgent matters, and whether emails carry the text',
    audit: 'conversation.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    body: conversationSettingsChange,
    response: conversationSettings,
  }),
  startConversation: endpoint({
    method: 'POST',
    path: '/api/conversations',
    status: 201,
    rateLimit: 30,
    summary: 'Start a conversation between one guardian and a team of staff, general or about one child',
    audit: 'conversation.started',
    unaudited: 'Where the same one was sent before, nothing is changed',
    access: writes,
    bodyLimit: 65_536,
    body: newConversation,
    response: conversation,
  }),
  askQuestion: endpoint({
    method: 'POST',
    path: '/api/conversations/questions',
    status: 201,
    rateLimit: 10,
    summary: 'Ask the team as a student from age 13; the conversation is with a guardian, and no student is in it',
    audit: 'conversation.started',
    unaudited: 'Where the same one was sent before, nothing is changed',
    access: { ...writes, who: ['student'] },
    bodyLimit: 65_536,
    body: z.object({ id, post: newPost }),
    response: z.object({ guardianName: z.string() }),
  }),
  getConversation: endpoint({
    method: 'GET',
    path: '/api/conversations/{id}',
    summary: 'One conversation with all who take part',
    access: members,
    params: one,
    response: conversation,
  }),
  listPosts: endpoint({
    method: 'GET',
    path: '/api/conversations/{id}/posts',
    summary: 'Posts of a conversation, the latest first; 25 by default',
    access: members,
    params: one,
    query: growingQuery,
    response: z.array(post),
  }),
  addPost: endpoint({
    method: 'POST',
    path: '/api/conversations/{id}/posts',
    status: 201,
    rateLimit: 60,
    summary: 'Write in a conversation; the same post sent twice is one',
    audit: 'conversation.posted',
    unaudited: 'Where the same one was sent before, nothing is changed',
    access: writes,
    bodyLimit: 65_536,
    params: one,
    body: newPost,
    response: z.object({ id }),
  }),
  readConversation: endpoint({
    method: 'POST',
    path: '/api/conversations/{id}/reading',
    status: 204,
    summary: 'Note that the caller has read a conversation',
    unaudited: UNLOGGED_READING,
    access: writes,
    params: one,
    response: 'none',
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/api/conversations/{id}/status',
    status: 204,
    summary: 'Close a conversation, or reopen it',
    audit: ['conversation.closed', 'conversation.reopened'],
    unaudited: 'Where it is so already, nothing is changed',
    access: staff,
    params: one,
    body: z.object({ status: z.enum(['open', 'closed']) }),
    response: 'none',
  }),
  assignConversation: endpoint({
    method: 'PUT',
    path: '/api/conversations/{id}/assignment',
    status: 204,
    summary: 'Assign a conversation to an admin or an instructor who takes part, or to no one',
    audit: 'conversation.assigned',
    access: staff,
    params: one,
    body: z.object({ userId: id.nullable() }),
    response: 'none',
  }),
  addConversationGuardian: endpoint({
    method: 'POST',
    path: '/api/conversations/{id}/guardians',
    status: 204,
    summary: 'Add another guardian of the child, where neither is restricted',
    audit: 'conversation.guardian-added',
    access: staff,
    params: one,
    body: z.object({ guardianId: id }),
    response: 'none',
  }),
  editPost: endpoint({
    method: 'PUT',
    path: '/api/conversation-posts/{id}',
    status: 204,
    summary: `Change an own post within ${EDIT_MINUTES} minutes`,
    audit: 'conversation.post-edited',
    access: writes,
    bodyLimit: 65_536,
    params: one,
    body: z.object({ body }),
    response: 'none',
  }),
  withdrawPost: endpoint({
    method: 'POST',
    path: '/api/conversation-posts/{id}/withdrawal',
    status: 204,
    summary: 'Withdraw an own post, which leaves a stub without its text',
    audit: 'conversation.post-withdrawn',
    access: writes,
    params: one,
    response: 'none',
  }),
  reportConversationPost: endpoint({
    method: 'POST',
    path: '/api/conversation-posts/{id}/reports',
    rateLimit: 10,
    summary: 'Report a post to the safeguarding leads; where none may read it, the contact outside is named',
    unaudited: 'The log would tell its author; the concern itself says who has reported and when',
    access: writes,
    params: one,
    body: z.object({ id, reason: text(2000).default('') }),
    response: z.object({ isReported: z.boolean(), outsideContact: z.string() }),
  }),
  addPostFile: endpoint({
    method: 'POST',
    path: '/api/conversation-posts/{id}/files',
    status: 201,
    rateLimit: 60,
    summary: `Add a file to an own post within ${EDIT_MINUTES} minutes, at most ${MAX_FILES} of 10 MB each; it is checked by content`,
    audit: ['file.uploaded', 'conversation.file-added'],
    access: { ...members, scope: 'none' },
    upload: { field: 'file', maxBytes: MAX_FILE_BYTES },
    params: one,
    response: z.object({ id }),
  }),
} as const
