import { z } from 'zod'
import { statement } from '../database/statement.ts'
import { defineJob } from '../jobs/jobs.ts'

/** Days after which a device that was not used is no longer notified, and notifications are deleted. */
const DEVICE_DAYS = 180
const NOTIFICATION_DAYS = 90

const deleteUnused = statement(
  `delete from push_subscriptions where used_at < $now::timestamptz - make_interval(days => ${DEVICE_DAYS})`,
)
const deleteOld = statement(
  `delete from push_notifications where created_at < $now::timestamptz - make_interval(days => ${NOTIFICATION_DAYS})`,
)

/** Deletes devices that were not used for long, and old notifications. */
export const cleanUpPush = defineJob({
  name: 'push.clean-up',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '23 3 * * *', tz: 'UTC' },
  run: async (scope) => {
    const now = scope.core.clock.now()
    await scope.rows(deleteUnused, { now })
    await scope.rows(deleteOld, { now })
  },
})
