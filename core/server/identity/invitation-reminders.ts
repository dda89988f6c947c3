import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import type { Job } from '../core.ts'
import { statement } from '../database/statement.ts'
import { defineJob } from '../jobs/jobs.ts'
import { sendMails } from '../mail/mail.ts'
import { readsInColumn } from './users.ts'
import { createInvitationWriter, hashOfToken, newToken } from './invitations.ts'

/** Days after an invitation on which a guardian who has not accepted it is reminded. */
const REMINDER_DAYS = [4, 11] as const

/** Reminders of one transaction. */
const BATCH_SIZE = 500

const selectDue = statement(
  z.object({
    id: z.string(),
    tenantId: z.string(),
    tenantName: z.string(),
    subdomain: z.string(),
    email: z.string(),
    firstName: z.string(),
    role: z.enum(roles),
    expiresAt: z.string(),
    readsIn: z.string(),
  }),
  `select u.id, u.tenant_id as "tenantId", t.name as "tenantName", t.subdomain, i.email, u.first_name as "firstName",
      u.role, i.expires_at as "expiresAt", ${readsInColumn}
    from invitations i join users u on u.id = i.user_id join tenants t on t.id = u.tenant_id
    where i.accepted_at is null and i.expires_at > $now::timestamptz and u.role = 'parent' and u.is_active
      and u.password_hash is null and t.status in ('active', 'trial')
      and i.reminders < ${REMINDER_DAYS.length}
      and i.invited_at <= $now::timestamptz
        - make_interval(days => (array[${REMINDER_DAYS.join(', ')}])[i.reminders + 1])
    order by u.id limit ${BATCH_SIZE} for update of i skip locked`,
)

const updateReminded = statement(
  `update invitations i set earlier_hashes = i.earlier_hashes || i.token_hash,
      token_hash = decode(r.hash, 'hex'), reminders = i.reminders + 1
    from jsonb_to_recordset($rows::jsonb) as r (id uuid, hash text) where i.user_id = r.id`,
)

/**
 * Reminds guardians of an invitation that they have not accepted, twice. A reminder has a link of its own, since only
 * hashes are stored. All links of an invitation are valid until one of them is used, and expire together.
 */
export const remindInvited: Job<z.ZodObject> = defineJob({
  name: 'invitations.remind',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '25 * * * *', tz: 'UTC' },
  run: async (scope) => {
    const now = scope.core.clock.now()
    const due = await scope.rows(selectDue, { now })
    if (due.length === 0) return
    const tokens = due.map(() => newToken())
    const rows = due.map(({ id }, index) => ({ id, hash: hashOfToken(tokens[index] ?? '').toString('hex') }))
    await scope.rows(updateReminded, { rows: JSON.stringify(rows) })
    const write = await createInvitationWriter(scope)
    await sendMails(
      scope,
      due.map((person, index) => {
        const days = Math.max(1, Math.floor((Date.parse(person.expiresAt) - now.getTime()) / 86_400_000))
        return write(person, tokens[index] ?? '', days, true)
      }),
    )
    // More than one batch is due: run the next one at once.
    if (due.length === BATCH_SIZE) await scope.core.jobs.send(scope, remindInvited, {})
  },
})
