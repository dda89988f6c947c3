import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Emitted when the modules of a project were saved: the platform's without an organization, else its own or its copy. */
export const modulesSaved = defineEvent(
  'training-builder.modules-saved',
  z.object({ tenantId: z.uuid().nullable(), projectId: z.uuid(), version: z.number().int() }),
)
