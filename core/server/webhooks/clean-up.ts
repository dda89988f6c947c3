import { z } from 'zod'
import { WEBHOOK_LOG_DAYS } from '#core/contract/webhooks.ts'
import { statement } from '../database/statement.ts'
import { defineJob } from '../jobs/jobs.ts'

const deleteOld = statement(
  `delete from webhook_messages where created_at < $now::timestamptz - make_interval(days => ${WEBHOOK_LOG_DAYS})`,
)

const deleteUndelivered = statement(
  `delete from webhook_messages m where not exists (
    select from webhook_deliveries d where d.tenant_id = m.tenant_id and d.message_id = m.id)`,
)

const updatePreviousSecrets = statement(
  `update webhook_endpoints set previous_secret = null, previous_secret_until = null
    where previous_secret_until < $now::timestamptz`,
)

/** Deletes messages that are old, with their deliveries, or of deleted webhooks alone, and secrets that sign no more. */
export const cleanUpWebhooks = defineJob({
  name: 'webhooks.clean-up',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '41 3 * * *', tz: 'UTC' },
  run: async (scope) => {
    const now = scope.core.clock.now()
    await scope.rows(deleteOld, { now })
    await scope.rows(deleteUndelivered)
    await scope.rows(updatePreviousSecrets, { now })
  },
})
