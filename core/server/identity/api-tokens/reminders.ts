import { z } from 'zod'
import type { Job } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { defineJob } from '../../jobs/jobs.ts'
import { line, link } from '../../mail/body.ts'
import { sendMails } from '../../mail/mail.ts'
import { countText } from '../../texts.ts'

/** Days before the end of a token on which its person is reminded. */
const REMINDER_DAYS = 7

/** Days for which an expired token is still listed. */
const LISTED_DAYS = 30

/** Reminders of one transaction. */
const BATCH_SIZE = 500

/** Marks tokens that are accepted as reminded of and returns them, so that of two jobs at once each gets others. */
const updateDue = statement(
  z.object({
    name: z.string(),
    visibleId: z.string(),
    hostSubdomain: z.string().nullable(),
    expiresAt: z.string(),
    email: z.string().nullable(),
    firstName: z.string(),
    tenantId: z.string().nullable(),
  }),
  `update api_tokens a set reminded_at = $now::timestamptz from users u
    where u.id = a.user_id and a.reminded_at is null and a.id in (
        select d.id from api_tokens d join users p on p.id = d.user_id left join tenants t on t.id = p.tenant_id
         where d.reminded_at is null and d.expires_at > $now::timestamptz
           and d.expires_at <= $now::timestamptz + make_interval(days => ${REMINDER_DAYS})
           and d.created_at < d.expires_at - make_interval(days => ${REMINDER_DAYS})
           and p.is_active and (t.id is null or (t.status in ('active', 'trial') and (t.api_tokens_for = 'everyone'
             or (t.api_tokens_for = 'staff' and p.role in ('tenant_admin', 'instructor')))))
         order by d.expires_at limit ${BATCH_SIZE})
   returning a.name, a.visible_id as "visibleId", a.host_subdomain as "hostSubdomain", a.expires_at as "expiresAt",
     u.email, coalesce(u.called_name, u.first_name) as "firstName", u.tenant_id as "tenantId"`,
)

const deleteExpired = statement(
  `delete from api_tokens where expires_at < $now::timestamptz - make_interval(days => ${LISTED_DAYS})`,
)

/** Reminds people of API tokens that expire within a week, once each, and deletes those that expired a month ago. */
export const remindOfApiTokens: Job<z.ZodObject> = defineJob({
  name: 'api-tokens.remind',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '40 * * * *', tz: 'UTC' },
  run: async (scope) => {
    const now = scope.core.clock.now()
    await scope.rows(deleteExpired, { now })
    const due = await scope.rows(updateDue, { now })
    await sendMails(
      scope,
      due.flatMap(({ email, firstName, name, visibleId, hostSubdomain, expiresAt, tenantId }) => {
        if (email === null) return []
        const days = Math.max(1, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 86_400_000))
        return {
          to: email,
          tenantId,
          subject: `API token “${name}” expires in ${countText(days, 'day')}`,
          body: [
            line`Hello ${firstName},`,
            line`Your API token “${name}” (${visibleId}) expires in ${countText(days, 'day')}. Programs that use it will be refused from then on.`,
            [line`Create a new one in your profile:`, link(scope.core.env, hostSubdomain, '/profile')],
          ],
        }
      }),
    )
    // More than one batch is due: run the next one at once.
    if (due.length === BATCH_SIZE) await scope.core.jobs.send(scope, remindOfApiTokens, {})
  },
})
