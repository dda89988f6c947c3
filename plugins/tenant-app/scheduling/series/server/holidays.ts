import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { session } from '../../sessions/contract.ts'
import type { SessionStatus } from '../../sessions/state-contract.ts'
import { sessionsUpdated } from '../../sessions/server/events.ts'
import { lockSchedule } from '../../sessions/server/schedule-sessions.ts'
import { holiday, type Holiday, type HolidayChange, type HolidayEffect, type NewHoliday } from '../holidays-contract.ts'
import { openSkipped } from './restore-sessions.ts'

class ClosedDaysModel extends tableModel('closed_days', holiday.extend({ createdAt: z.string() })) {}

const columns = `id, name, first_day as "firstDay", last_day as "lastDay", updated_at as "updatedAt"`

const selectHolidays = statement(
  holiday.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total from closed_days
    order by first_day desc, id desc limit $most offset $offset`,
)

/** Lists holidays, the latest first, with the total. */
export async function listHolidays(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Holiday>> {
  const found = await scope.rows(selectHolidays, { most: limit + 1, offset })
  return countedPage(found, { limit, offset })
}

const selectHoliday = statement(holiday, `select ${columns} from closed_days where id = $id`)

/** @throws not-found */
async function getHoliday(scope: TenantScope, id: string): Promise<Holiday> {
  const [found] = await scope.rows(selectHoliday, { id })
  if (!found) throw notFound('Holiday')
  return found
}

const affectedSession = session
  .pick({ id: true, name: true, startDate: true, endDate: true, instructorId: true, location: true })
  .extend({ seriesId: z.uuid(), registered: z.number() })

const affectedColumns = `s.id, s.name, s.start_date as "startDate", s.end_date as "endDate",
  s.instructor_id as "instructorId", s.location, s.series_id as "seriesId", (select count(*)::int
    from session_participants p where p.session_id = s.id and p.status in ('registered', 'waitlisted')) as registered`

const inSeries = 'sessions s join session_series r on r.id = s.series_id'
const day = '(s.start_date at time zone r.time_zone)::date'

const ofDays = `${inSeries} where s.status = 'scheduled' and s.start_date > $now and not 'status' = any(s.detached)
  and ${day} between $firstDay::date and $lastDay::date`

// Locks in the order of ids, as in other code, so that two transactions cannot deadlock.
const lockSkippable = statement(`select from ${ofDays} order by s.id for no key update of s`)

const selectSkippable = statement(
  affectedSession,
  `select ${affectedColumns} from ${ofDays}
      and not exists (select from session_participants p where p.session_id = s.id and p.attendance_number > 0)
    order by s.start_date, s.id`,
)

const lockRestorable = statement(
  affectedSession,
  `select * from (select ${affectedColumns} from ${inSeries}
    where s.is_skipped and s.start_date > $now and ${day} between $firstDay::date and $lastDay::date
      and not (${day} between $newFirstDay::date and $newLastDay::date) is true
      and not exists (select from closed_days c where c.id <> $holidayId and ${day} between c.first_day and c.last_day)
    order by s.id for no key update of s) held order by "startDate", id`,
)

interface Days {
  firstDay: string
  lastDay: string
}

async function listAffected(scope: TenantScope, before: Holiday | undefined, after: Days | null) {
  const now = scope.core.clock.now()
  const skipped = after ? await listSkippable(scope, after, now) : []
  const restored = before
    ? await scope.rows(lockRestorable, {
        now,
        firstDay: before.firstDay,
        lastDay: before.lastDay,
        newFirstDay: after?.firstDay ?? null,
        newLastDay: after?.lastDay ?? null,
        holidayId: before.id,
      })
    : []
  return { skipped, restored }
}

async function listSkippable(scope: TenantScope, { firstDay, lastDay }: Days, now: Date) {
  const days = { firstDay, lastDay, now }
  // Locks before it reads: a statement that waits for a lock does not see attendance marked meanwhile.
  await scope.rows(lockSkippable, days)
  return scope.rows(selectSkippable, days)
}

/** Previews which upcoming sessions of series would be skipped, and which restored. */
export async function previewHoliday(
  scope: TenantScope,
  { holidayId, days }: { holidayId: string | null; days: Days | null },
): Promise<HolidayEffect> {
  return listAffected(scope, holidayId ? await getHoliday(scope, holidayId) : undefined, days)
}

const updateSkipped = statement(
  `update sessions set status = 'cancelled', is_skipped = true,
      updated_at = greatest($now, updated_at + interval '1 millisecond')
    where id = any($ids::uuid[])`,
)

async function applyHoliday(scope: TenantScope, before: Holiday | undefined, after: Days | null): Promise<void> {
  const found = await listAffected(scope, before, after)
  if (found.skipped.length > 0) {
    await scope.rows(updateSkipped, { ids: found.skipped.map(({ id }) => id), now: scope.core.clock.now() })
  }
  await openSkipped(scope, found.restored, false)
  await announceHoliday(scope, found.skipped, 'cancelled')
  await announceHoliday(scope, found.restored, 'scheduled')
}

async function announceHoliday(
  scope: TenantScope,
  sessions: readonly z.infer<typeof affectedSession>[],
  movedTo: SessionStatus,
): Promise<void> {
  for (const [seriesId, ofSeries] of Map.groupBy(sessions, (one) => one.seriesId)) {
    const sessionIds = ofSeries.map(({ id }) => id)
    const name = ofSeries[0]?.name ?? ''
    await emit(scope, sessionsUpdated, { tenantId: scope.tenantId, seriesId, sessionIds, name, movedTo })
  }
}

/** Closes the organization on some days. @throws plan.limit (403) where restored sessions do not fit */
export async function createHoliday(scope: TenantScope, { appliesToSessions, ...input }: NewHoliday): Promise<Holiday> {
  await lockSchedule(scope)
  const now = scope.core.clock.now().toISOString()
  const { id } = await ClosedDaysModel.query(scope.trx).insert({ ...input, createdAt: now, updatedAt: now })
  if (appliesToSessions) await applyHoliday(scope, undefined, input)
  await recordHoliday(scope, 'holiday.created', `Closed on ${input.name}`, id, { after: input })
  return getHoliday(scope, id)
}

/** @throws not-found, outdated (409), plan.limit (403) */
export async function updateHoliday(
  scope: TenantScope,
  id: string,
  { appliesToSessions, updatedAt, ...input }: HolidayChange,
): Promise<Holiday> {
  await lockSchedule(scope)
  const before = await getHoliday(scope, id)
  refuseOutdated('this holiday', before.updatedAt, updatedAt)
  const version = nextVersion(scope.core.clock, before.updatedAt)
  await ClosedDaysModel.query(scope.trx)
    .findById(id)
    .patch({ ...input, updatedAt: version })
  if (appliesToSessions) await applyHoliday(scope, before, input)
  await recordHoliday(scope, 'holiday.updated', `Changed the holiday ${input.name}`, id, { before, after: input })
  return getHoliday(scope, id)
}

/** @throws not-found, plan.limit (403) where restored sessions do not fit */
export async function deleteHoliday(scope: TenantScope, id: string): Promise<void> {
  await lockSchedule(scope)
  const before = await getHoliday(scope, id)
  await ClosedDaysModel.query(scope.trx).deleteById(id)
  await applyHoliday(scope, before, null)
  await recordHoliday(scope, 'holiday.deleted', `Deleted the holiday ${before.name}`, id, { before })
}

async function recordHoliday(
  scope: TenantScope,
  action: 'holiday.created' | 'holiday.updated' | 'holiday.deleted',
  description: string,
  id: string,
  sides: Pick<AuditEntry, 'before' | 'after'>,
): Promise<void> {
  await record(scope, { action, category: 'system', description, resource: 'holiday', resourceId: id, ...sides })
}
