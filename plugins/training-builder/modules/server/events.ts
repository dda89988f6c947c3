import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** The modules of a project were saved: the platform's where there is no organization, else its own or its own copy. */
export const modulesSaved = defineEvent(
  'training-builder.modules-saved',
  z.object({ tenantId: z.uuid().nullable(), projectId: z.uuid(), version: z.number().int() }),
)
