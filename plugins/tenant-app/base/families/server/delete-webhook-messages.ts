import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { deleteWebhookMessages } from '#core/server/webhooks/delete-messages.ts'
import { guardianSeparated } from './events.ts'

const selectRestricted = statement(
  z.object({ isRestricted: z.boolean() }),
  `select exists (select from parent_students where tenant_id = $tenantId and student_id = $studentId and is_restricted)
    as "isRestricted"`,
)

/** Deletes messages for webhooks about a child whose guardian was restricted: they leave the platform no more. */
export const deleteWebhookMessagesOfRestricted = subscribe(guardianSeparated, {
  runs: 'within',
  run: async (scope, { tenantId, studentId, studentUserId }) => {
    const [found] = await scope.rows(selectRestricted, { tenantId, studentId })
    if (!found?.isRestricted) return
    await deleteWebhookMessages(scope, studentUserId === null ? [studentId] : [studentId, studentUserId])
  },
})
