import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { session } from '../../sessions/contract.ts'
import { MAX_CLASHES, type Clash } from '../contract.ts'

/** A session as it is meant to be; `instructorId` and `location` decide what it clashes with. */
export interface Placed {
  startDate: string
  endDate: string
  instructorId: string | null
  location: string
  /** The session that is meant, whose own days move along; null for a new one. */
  sessionId?: string | null
}

/** With what a session clashes: the first ones, and how many there are. */
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

/** Days that a meeting takes at most. */
const MAX_MEETING_DAYS = 1

// In one statement for all of them. A day of another instructor does not clash with the session's: `checkSubstitutesAreFree`
// answers for it. No meeting begins earlier before one at the same time than it may take.
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
 * Finds what each session clashes with: others of the organization with the same instructor, which come first, or in
 * the same place. Cancelled ones take up nobody.
 * @param except ids of sessions that do not count, since they are being changed
 * @param zone by whose clock sessions take their days; the organization's by default
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

/** A session that lasts no longer is one meeting. */
const MAX_MEETING_MS = 16 * 3_600_000

const selectPlannedMeetings = statement(
  session.pick({ startDate: true, endDate: true }).extend({ index: z.number() }),
  `select p.index, w.starts_at as "startDate", w.ends_at as "endDate"
    from jsonb_to_recordset($placed::jsonb) p (index int, "startDate" timestamptz, "endDate" timestamptz,
      "sessionId" uuid) left join sessions b on b.id = p."sessionId"
      cross join lateral planned_meetings(b.id, b.start_date, b.end_date, p."startDate", p."endDate", $zone, $tenantId) w
    where w.status <> 'cancelled' and w.instructor_id is null`,
)

/** Lists when each session with an instructor meets: a camp week by day, and not in the evenings between. */
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

/** Finds which of the sessions their instructor cannot lead: they clash, with others or an earlier one of themselves. */
export async function findWithoutInstructor(
  scope: TenantScope,
  placed: readonly Placed[],
  clashing: readonly Pick<Clashing, 'clashes'>[],
  zone?: string,
): Promise<boolean[]> {
  const order = placed.map((_, index) => index).toSorted((a, b) => startOf(placed, a) - startOf(placed, b))
  const meetings = await meetingsOf(scope, placed, zone)
  /** Sessions that each instructor leads and that are not over yet. */
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
