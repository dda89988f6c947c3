import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { session } from '../../sessions/contract.ts'
import { MAX_CLASHES, type Clash } from '../contract.ts'

/** A planned session; `instructorId` and `location` decide its clashes. */
export interface Placed {
  startDate: string
  endDate: string
  instructorId: string | null
  location: string
  /** Id of an existing session, whose own days move along; null for a new one. */
  sessionId?: string | null
}

/** Clashes of a session: the first ones, and their number. */
export interface Clashing {
  clashes: Clash[]
  clashCount: number
}

const otherSession = session.pick({ name: true, startDate: true, endDate: true }).extend({
  index: z.number(),
  isTaught: z.boolean(),
  isThere: z.boolean(),
  count: z.number(),
})

/** Maximum length of a meeting in days. */
const MAX_MEETING_DAYS = 1

// One statement for all sessions. Other instructors' days do not clash with the session's: `checkSubstitutesAreFree` checks
// them. A meeting overlaps only with meetings that begin at most its maximum length earlier.
const selectOverlapping = statement(
  otherSession,
  `select p.index, o.*
    from jsonb_to_recordset($placed::jsonb) p (index int, "startDate" timestamptz, "endDate" timestamptz,
      "instructorId" uuid, location text, "sessionId" uuid)
      left join sessions b on b.id = p."sessionId"
    cross join lateral (
      select s.name, m.starts_at as "startDate", m.ends_at as "endDate", k."isTaught", k."isThere",
          sum(k."isTaught"::int + k."isThere"::int) over ()::int as count
        from planned_meetings(b.id, b.start_date, b.end_date, p."startDate", p."endDate", $zone, $tenantId) w
          join session_meetings m on w.status <> 'cancelled' and m.starts_at < w.ends_at and m.ends_at > w.starts_at
            and m.starts_at > w.starts_at - interval '${MAX_MEETING_DAYS} days' and m.status <> 'cancelled'
          join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
          cross join lateral (
            select w.instructor_id is null and coalesce(m.busy_instructor_id = p."instructorId", false) as "isTaught",
              p.location <> '' and fold(s.location) = fold(p.location) as "isThere"
          ) k
        where s.status <> 'cancelled' and not s.id = any($except::uuid[]) and (k."isTaught" or k."isThere")
        order by k."isTaught" desc, m.starts_at, m.id limit ${MAX_CLASHES}
    ) o
    order by p.index, o."isTaught" desc, o."startDate"`,
)

type Period = Pick<Placed, 'startDate' | 'endDate'>

const isOverlapping = (one: Period, two: Period) =>
  Date.parse(one.startDate) < Date.parse(two.endDate) && Date.parse(one.endDate) > Date.parse(two.startDate)

/**
 * Finds the clashes of each session: others of the organization with the same instructor, which come first, or in the same
 * place. Canceled ones do not clash.
 * @param except ids of sessions to ignore, since they are being changed
 * @param zone zone of the sessions' days; the organization's by default
 */
export async function clashesOf(
  scope: TenantScope,
  placed: readonly Placed[],
  except: readonly string[],
  zone?: string,
): Promise<Clashing[]> {
  const asked = placed.flatMap(({ startDate, endDate, instructorId, location, sessionId }, index) =>
    instructorId || location ? [{ index, startDate, endDate, instructorId, location, sessionId }] : [],
  )
  if (asked.length === 0) return placed.map(() => ({ clashes: [], clashCount: 0 }))
  const { tenantId } = scope
  const values = { placed: JSON.stringify(asked), except, zone: zone ?? (await zoneOf(scope)), tenantId }
  const found = Map.groupBy(await scope.rows(selectOverlapping, values), (one) => one.index)
  return placed.map((_, index) => {
    const ofOne = found.get(index) ?? []
    return { clashes: ofOne.flatMap(kindsOf).slice(0, MAX_CLASHES), clashCount: ofOne[0]?.count ?? 0 }
  })
}

function kindsOf({ name, startDate, endDate, isTaught, isThere }: z.infer<typeof otherSession>): Clash[] {
  return [
    ...(isTaught ? [{ kind: 'instructor' as const, name, startDate, endDate }] : []),
    ...(isThere ? [{ kind: 'place' as const, name, startDate, endDate }] : []),
  ]
}

/** Maximum length of a session with a single meeting. */
const MAX_MEETING_MS = 16 * 3_600_000

const selectPlannedMeetings = statement(
  session.pick({ startDate: true, endDate: true }).extend({ index: z.number() }),
  `select p.index, w.starts_at as "startDate", w.ends_at as "endDate"
    from jsonb_to_recordset($placed::jsonb) p (index int, "startDate" timestamptz, "endDate" timestamptz,
      "sessionId" uuid) left join sessions b on b.id = p."sessionId"
      cross join lateral planned_meetings(b.id, b.start_date, b.end_date, p."startDate", p."endDate", $zone, $tenantId) w
    where w.status <> 'cancelled' and w.instructor_id is null`,
)

/** Lists the meetings of each session with an instructor: a camp week by day, without the evenings between. */
async function meetingsOf(scope: TenantScope, placed: readonly Placed[], zone?: string): Promise<Period[][]> {
  const long = placed.flatMap(({ startDate, endDate, instructorId, sessionId }, index) =>
    instructorId && Date.parse(endDate) - Date.parse(startDate) > MAX_MEETING_MS
      ? [{ index, startDate, endDate, sessionId }]
      : [],
  )
  if (long.length === 0) return placed.map((one) => [one])
  const values = { placed: JSON.stringify(long), zone: zone ?? (await zoneOf(scope)), tenantId: scope.tenantId }
  const found = Map.groupBy(await scope.rows(selectPlannedMeetings, values), ({ index }) => index)
  return placed.map((one, index) => found.get(index) ?? [one])
}

/** Finds the sessions that their instructor cannot lead: they clash with others or with an earlier one of the list. */
export async function findWithoutInstructor(
  scope: TenantScope,
  placed: readonly Placed[],
  clashing: readonly Pick<Clashing, 'clashes'>[],
  zone?: string,
): Promise<boolean[]> {
  const order = placed.map((_, index) => index).toSorted((a, b) => startOf(placed, a) - startOf(placed, b))
  const meetings = await meetingsOf(scope, placed, zone)
  /** Sessions by instructor that are not over yet. */
  const taken = new Map<string, number[]>()
  const isWithout = placed.map(
    (_, index) => clashing[index]?.clashes.some(({ kind }) => kind === 'instructor') ?? false,
  )
  for (const index of order) {
    const one = placed[index]
    if (!one?.instructorId || isWithout[index]) continue
    const before = (taken.get(one.instructorId) ?? []).filter((other) => isOverlapping(placed[other] ?? one, one))
    const isTaken = before.some((other) =>
      meetings[other]?.some((theirs) => meetings[index]?.some((own) => isOverlapping(theirs, own))),
    )
    if (isTaken) isWithout[index] = true
    else before.push(index)
    taken.set(one.instructorId, before)
  }
  return isWithout
}

const startOf = (placed: readonly Placed[], index: number) => Date.parse(placed[index]?.startDate ?? '')
