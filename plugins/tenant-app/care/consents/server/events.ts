import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Consents may have changed: by an answer, or by a change of their terms. */
export const consentsChanged = defineEvent('tenant-app.consents-changed', z.object({ tenantId: z.uuid() }), 'tenant')
