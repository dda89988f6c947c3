import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText, listText } from '#core/server/texts.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { unsentLoss, type GoneEntries, type UnsentKind, type UnsentLoss } from '../unsent-contract.ts'

const nouns: Record<UnsentKind, [one: string, many: string]> = {
  marks: ['attendance mark', 'attendance marks'],
  door: ['door entry', 'door entries'],
  points: ['entry of points', 'entries of points'],
  scores: ['score', 'scores'],
}

const insertLoss = statement(
  z.object({ id: z.uuid() }),
  `insert into unsent_losses (user_id, user_name, kind, entries, since, reported_at)
      values ($userId, $userName, $kind, $count, $since, $now)
    on conflict do nothing returning id`,
)

/** Losses of one user in a day of which admins are emailed; Today lists all of them. */
const MAX_EMAILED_PER_DAY = 10

const countRecentLosses = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from unsent_losses
    where user_id = $userId and reported_at > $now::timestamptz - interval '1 day'`,
)

/** Sessions that a user led on the day of `since`, as JSON. */
const sessionsOf = `(select coalesce(jsonb_agg(distinct jsonb_build_object('id', s.id, 'name', s.name)), '[]')
    from session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      join tenants t on t.id = m.tenant_id
    where m.tenant_id = l.tenant_id and coalesce(m.instructor_id, s.instructor_id) = l.user_id
      and m.day = (l.since at time zone t.time_zone)::date and m.status <> 'cancelled')`

const columns = `l.id, l.user_name as "userName", l.kind, l.entries as count, l.since, l.reported_at as "reportedAt",
  ${sessionsOf} as sessions`

const selectLoss = statement(unsentLoss, `select ${columns} from unsent_losses l where l.id = $id`)

const selectLosses = statement(
  unsentLoss,
  `select ${columns} from unsent_losses l where l.checked_at is null
    order by l.reported_at, l.id limit $most offset $offset`,
)

/**
 * Saves a loss for the admins and emails them, of ten losses of a user a day at most; entries that their user discards are
 * recorded alone.
 */
export async function reportGoneEntries(scope: TenantScope, gone: GoneEntries): Promise<void> {
  const { kind, reason, count, since } = gone
  const { user } = scope.actor
  if (!user) throw forbidden()
  const [one, many] = nouns[kind]
  const entries = countText(count, one, many)
  if (reason === 'lost') {
    const userId = user.tenantId === scope.tenantId ? user.id : null
    const now = scope.core.clock.now()
    const [saved] = await scope.rows(insertLoss, { userId, userName: user.name, kind, count, since, now })
    if (!saved) return
    const [recent] = await scope.rows(countRecentLosses, { userId, now })
    if (!recent || recent.count <= MAX_EMAILED_PER_DAY) await mailAdmins(scope, saved.id, entries)
  }
  await record(scope, {
    action: `unsent.${reason}`,
    category: 'system',
    description: reason === 'lost' ? `A device lost ${entries} before they were sent` : `Discarded ${entries} unsent`,
    resource: 'tenant',
    resourceId: scope.tenantId,
    metadata: { kind, count, since },
  })
}

async function mailAdmins(scope: TenantScope, id: string, entries: string): Promise<void> {
  const [[loss], admins, timeZone] = [
    await scope.rows(selectLoss, { id }),
    await listAdmins(scope),
    await zoneOf(scope),
  ]
  if (!loss) return
  const { userName, since, sessions } = loss
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  await sendMails(
    scope,
    admins.map(({ email, subdomain }) => ({
      to: email,
      subject: `A device of ${userName} lost ${entries}`.slice(0, 200),
      body: [
        line`Hello,`,
        line`The browser of a device of ${userName} deleted ${entries} before they were sent. They were stored there since ${times.format(new Date(since))}.`,
        ...(sessions.length > 0 ? [line`Sessions of that day: ${listText(sessions.map(({ name }) => name))}.`] : []),
        line`Ask ${userName}, and check the records of that day:`,
        link(scope.core.env, subdomain, '/today'),
      ],
    })),
  )
}

/** Lists losses that no admin has checked, the oldest first. */
export async function listUnsentLosses(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<UnsentLoss>> {
  return new PagedAnswer(await scope.rows(selectLosses, { most: limit + 1, offset }), { limit, offset })
}

// The second of two at once finds it checked.
const updateChecked = statement(
  z.object({ kind: z.string(), count: z.number() }),
  `update unsent_losses set checked_at = $now, checked_by = $userId, checked_by_name = $name
    where id = $id and checked_at is null returning kind, entries as count`,
)

/** Marks a loss as checked. @throws not-found */
export async function checkUnsentLoss(scope: TenantScope, id: string): Promise<void> {
  const { user } = scope.actor
  const userId = user?.tenantId === scope.tenantId ? user.id : null
  const values = { id, userId, name: user?.name ?? null, now: scope.core.clock.now() }
  const [checked] = await scope.rows(updateChecked, values)
  if (!checked) {
    if ((await scope.rows(selectLoss, { id })).length === 0) throw notFound('Loss')
    return
  }
  await record(scope, {
    action: 'unsent.checked',
    category: 'system',
    description: 'Checked a loss of unsent entries',
    resource: 'tenant',
    resourceId: scope.tenantId,
    metadata: { kind: checked.kind, count: checked.count },
  })
}
