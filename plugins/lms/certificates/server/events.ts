import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Emitted when a certificate or its next edition was issued; in the same transaction. */
export const certificateIssued = defineEvent('lms.certificate-issued', z.object({ certificateId: z.uuid() }))
