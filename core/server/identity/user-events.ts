import { z } from 'zod'
import { defineEvent } from '../events/events.ts'

/** The name on record of a user of an organization was changed by platform staff. */
export const userRenamed = defineEvent('core.user-renamed', z.object({ tenantId: z.uuid(), userId: z.uuid() }))
