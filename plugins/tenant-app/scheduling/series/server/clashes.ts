import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { MAX_SESSION_DAYS, session } from '../../sessions/contract.ts'
import { MAX_CLASHES, type Clash } from '../contract.ts'

/** A session as it is meant to be; `instructorId` and `location` decide what it clashes with. */
export interface Placed {
  startDate: string
  endDate: string
  instructorId: string | null
  location: string
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

// In one statement for all of them. No session begins earlier before one at the same time than it may take.
const selectOverlapping = statement(
  otherSession,
  `select p.index, o.*
    from jsonb_to_recordset($placed::jsonb) p (index int, "startDate" timestamptz, "endDate" timestamptz,
      "instructorId" uuid, location text)
    cross join lateral (
      select s.name, s.start_date as "startDate", s.end_date as "endDate", k."isTaught", k."isThere",
          sum(k."isTaught"::int + k."isThere"::int) over ()::int as count
        from sessions s cross join lateral (
          select coalesce(s.instructor_id = p."instructorId", false) as "isTaught",
            p.location <> '' and fold(s.location) = fold(p.location) as "isThere"
        ) k
        where s.status <> 'cancelled' and s.start_date < p."endDate" and s.end_date > p."startDate"
          and s.start_date > p."startDate" - interval '${MAX_SESSION_DAYS} days' and not s.id = any($except::uuid[])
          and (k."isTaught" or k."isThere")
        order by k."isTaught" desc, s.start_date, s.id limit ${MAX_CLASHES}
    ) o
    order by p.index, o."isTaught" desc, o."startDate"`,
)

const isOverlapping = (one: Pick<Placed, 'startDate' | 'endDate'>, two: Pick<Placed, 'startDate' | 'endDate'>) =>
  Date.parse(one.startDate) < Date.parse(two.endDate) && Date.parse(one.endDate) > Date.parse(two.startDate)

/**
 * Finds what each session clashes with: others of the organization with the same instructor, which come first, or in
 * the same place. Cancelled ones take up nobody.
 * @param except ids of sessions that do not count, since they are being changed
 */
export async function clashesOf(
  scope: TenantScope,
  placed: readonly Placed[],
  except: readonly string[],
): Promise<Clashing[]> {
  const asked = placed.flatMap(({ startDate, endDate, instructorId, location }, index) =>
    instructorId || location ? [{ index, startDate, endDate, instructorId, location }] : [],
  )
  if (asked.length === 0) return placed.map(() => ({ clashes: [], clashCount: 0 }))
  const found = Map.groupBy(
    await scope.rows(selectOverlapping, { placed: JSON.stringify(asked), except }),
    (one) => one.index,
  )
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

/** Which of the sessions of one series nobody else may lead: their instructor teaches another one of it then. */
export function findWithoutInstructor(
  placed: readonly Placed[],
  clashing: readonly Pick<Clashing, 'clashes'>[],
): boolean[] {
  const order = placed.map((_, index) => index).toSorted((a, b) => startOf(placed, a) - startOf(placed, b))
  const taken = new Map<string, Placed>()
  const isWithout = placed.map(
    (_, index) => clashing[index]?.clashes.some(({ kind }) => kind === 'instructor') ?? false,
  )
  for (const index of order) {
    const one = placed[index]
    if (!one?.instructorId || isWithout[index]) continue
    const before = taken.get(one.instructorId)
    if (before && isOverlapping(before, one)) isWithout[index] = true
    else taken.set(one.instructorId, one)
  }
  return isWithout
}

const startOf = (placed: readonly Placed[], index: number) => Date.parse(placed[index]?.startDate ?? '')
