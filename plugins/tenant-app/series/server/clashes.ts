import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { session } from '../../sessions/contract.ts'
import type { Clash } from '../contract.ts'

/** A session as it is meant to be; `instructorId` and `location` decide what it clashes with. */
export interface Placed {
  startDate: string
  endDate: string
  instructorId: string | null
  location: string
}

const other = session.pick({ name: true, startDate: true, endDate: true, instructorId: true }).extend({
  place: z.string(),
})
type Other = z.infer<typeof other>

// In one statement for all of them; which of these are at the same time is told apart below.
const others = statement(
  other,
  `select name, start_date as "startDate", end_date as "endDate", instructor_id as "instructorId",
      lower(location) as place
    from sessions
    where status <> 'cancelled' and start_date < $to and end_date > $from and not id = any($except::uuid[])
      and (instructor_id = any($instructorIds::uuid[]) or (location <> '' and lower(location) = any($places::text[])))
    order by start_date, id`,
)

const overlap = (one: Pick<Placed, 'startDate' | 'endDate'>, two: Pick<Placed, 'startDate' | 'endDate'>) =>
  Date.parse(one.startDate) < Date.parse(two.endDate) && Date.parse(one.endDate) > Date.parse(two.startDate)

/**
 * What each of the sessions clashes with: others of the organization with the same instructor or in the same place, and
 * those before it in the list. Cancelled ones take up nobody.
 * @param except ids of sessions that do not count, since they are being changed
 */
export async function clashesOf(
  scope: TenantScope,
  placed: readonly Placed[],
  except: readonly string[],
): Promise<Clash[][]> {
  if (placed.length === 0) return []
  const instructorIds = [...new Set(placed.flatMap(({ instructorId }) => instructorId ?? []))]
  const places = [...new Set(placed.flatMap(({ location }) => (location ? [location.toLowerCase()] : [])))]
  if (instructorIds.length === 0 && places.length === 0) return placed.map(() => [])
  const times = (read: (one: Placed) => string) => placed.map((one) => Date.parse(read(one)))
  const found = await scope.rows(others, {
    from: new Date(Math.min(...times(({ startDate }) => startDate))),
    to: new Date(Math.max(...times(({ endDate }) => endDate))),
    instructorIds,
    places,
    except,
  })
  return placed.map((one) => found.filter((other) => overlap(one, other)).flatMap((other) => clashWith(one, other)))
}

function clashWith({ instructorId, location }: Placed, other: Other): Clash[] {
  const { name, startDate, endDate } = other
  const isTaught = instructorId !== null && instructorId === other.instructorId
  const isThere = location !== '' && location.toLowerCase() === other.place
  return [
    ...(isTaught ? [{ kind: 'instructor' as const, name, startDate, endDate }] : []),
    ...(isThere ? [{ kind: 'place' as const, name, startDate, endDate }] : []),
  ]
}

/** Which of the sessions of one series nobody else may lead: their instructor teaches another one of it then. */
export function withoutInstructor(placed: readonly Placed[], clashes: readonly Clash[][]): boolean[] {
  const order = placed.map((_, index) => index).toSorted((a, b) => startOf(placed, a) - startOf(placed, b))
  const taken = new Map<string, Placed>()
  const isWithout = placed.map((_, index) => clashes[index]?.some(({ kind }) => kind === 'instructor') ?? false)
  for (const index of order) {
    const one = placed[index]
    if (!one?.instructorId || isWithout[index]) continue
    const before = taken.get(one.instructorId)
    if (before && overlap(before, one)) isWithout[index] = true
    else taken.set(one.instructorId, one)
  }
  return isWithout
}

const startOf = (placed: readonly Placed[], index: number) => Date.parse(placed[index]?.startDate ?? '')
