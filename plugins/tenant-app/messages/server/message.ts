import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { audience } from '../audience-contract.ts'
import { messageKinds, messageStatuses } from '../contract.ts'

export class MessageModel extends tableModel(
  'messages',
  z.object({
    id: z.uuid(),
    kind: z.enum(messageKinds),
    status: z.enum(messageStatuses),
    subject: z.string(),
    body: z.string(),
    audience,
    wantsAcknowledgement: z.boolean(),
    sendAt: z.string().nullable(),
    writtenBy: z.uuid(),
    writtenByName: z.string(),
    leftOut: z.record(z.string(), z.number()),
    resolvedAt: z.string().nullable(),
    sentAt: z.string().nullable(),
    nudgedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
) {}

export class MessageFileModel extends tableModel(
  'message_files',
  z.object({ id: z.uuid(), messageId: z.uuid(), name: z.string(), createdAt: z.string() }),
) {}

export class TemplateModel extends tableModel(
  'message_templates',
  z.object({
    id: z.uuid(),
    name: z.string(),
    subject: z.string(),
    body: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
) {}
