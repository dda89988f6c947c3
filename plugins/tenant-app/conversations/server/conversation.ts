import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { topics } from '../contract.ts'

export class ConversationModel extends tableModel(
  'conversations',
  z.object({
    id: z.uuid(),
    studentId: z.uuid().nullable(),
    topic: z.enum(topics),
    day: z.string().nullable(),
    sessionId: z.uuid().nullable(),
    seriesId: z.uuid().nullable(),
    groupId: z.uuid().nullable(),
    teamName: z.string(),
    status: z.enum(['open', 'closed']),
    assignedTo: z.uuid().nullable(),
    lastPostAt: z.string(),
    waitingSince: z.string().nullable(),
    answerDueAt: z.string().nullable(),
    createdAt: z.string(),
  }),
) {}

export class PostModel extends tableModel(
  'conversation_posts',
  z.object({
    id: z.uuid(),
    conversationId: z.uuid(),
    authorId: z.uuid(),
    authorName: z.string(),
    authorRole: z.enum(['guardian', 'staff', 'student']),
    body: z.string(),
    originalBody: z.string().nullable(),
    createdAt: z.string(),
    editedAt: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
  }),
) {}

export class PostFileModel extends tableModel(
  'conversation_files',
  z.object({ id: z.uuid(), postId: z.uuid(), name: z.string(), createdAt: z.string() }),
) {}
