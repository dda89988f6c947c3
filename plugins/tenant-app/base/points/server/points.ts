import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { pointsChanged } from './events.ts'

/** Source of points: one challenge, one session, or something else, which has no id. */
export type PointsSource =
  | { source: 'challenge' | 'session'; sourceId: string }
  | { source: 'given'; sourceId?: undefined }

export type NewPoints = PointsSource & {
  /** Student of this organization. */
  studentId: string
  /** A whole number, negative ones too; 0 leaves no entry. */
  points: number
  /** Reason, in words for later questions; at most 500 characters. */
  reason: string
  /** In which session they were earned. */
  sessionId?: string | null
  /** Decides in which period they count; now unless said otherwise. */
  earnedAt?: Date | string
}

// In the order of ids: of two acts with the same students one waits for the other, and neither for both.
const lockStudents = statement(
  'select id from students where id = any($studentIds::uuid[]) order by id for no key update',
)

const insertEntries = statement(
  `with asked as (
      select * from jsonb_to_recordset($entries::jsonb) as a ("studentId" uuid, points int, reason text, source text,
        "sourceId" uuid, "sessionId" uuid, "earnedAt" timestamptz)
    ), kept as (
      insert into points_entries (student_id, points, reason, source, source_id, session_id, given_by, given_by_name,
          earned_at, created_at)
        select "studentId", points, reason, source, "sourceId", "sessionId", $by, $name, "earnedAt", $now from asked
    )
    update students s set total_points = s.total_points + t.points
      from (select "studentId", sum(points)::int as points from asked group by "studentId") t where s.id = t."studentId"`,
)

/**
 * Adds to the points of students and to their totals, in the transaction of the act. Whoever gives points for a challenge
 * or a session that has given some already reverses those first.
 */
export async function addPoints(scope: TenantScope, entries: readonly NewPoints[]): Promise<void> {
  const counting = entries.filter(({ points }) => points !== 0)
  if (counting.length === 0) return
  const now = scope.core.clock.now()
  const { id: by, name } = scope.actor.user ?? { id: null, name: null }
  const written = counting.map((entry) => ({ earnedAt: now, ...entry, reason: entry.reason.slice(0, 500) }))
  const studentIds = [...new Set(counting.map(({ studentId }) => studentId))]
  await scope.rows(lockStudents, { studentIds })
  await scope.rows(insertEntries, { entries: JSON.stringify(written), by, name, now })
  await emit(scope, pointsChanged, { tenantId: scope.tenantId, studentIds })
}

const insertReversals = statement(
  z.object({ studentId: z.uuid(), sourceId: z.uuid(), earnedAt: z.string() }),
  `with asked as (
      select * from jsonb_to_recordset($reversals::jsonb) as a ("studentId" uuid, source text, "sourceId" uuid)
    ), kept as (
      insert into points_entries (student_id, points, reason, source, source_id, session_id, given_by, given_by_name,
          earned_at, reverses_id, created_at)
        select e.student_id, -e.points, left(e.reason || ': ' || $reason, 500), e.source, e.source_id, e.session_id, $by,
            $name, e.earned_at, e.id, $now
          from asked a join points_entries e on e.tenant_id = $tenantId and e.source = a.source
            and e.source_id = a."sourceId" and e.student_id = a."studentId" and e.reverses_id is null
          where not exists (select from points_entries r where r.tenant_id = $tenantId and r.reverses_id = e.id)
        returning student_id, source_id, points, earned_at
    ), counted as (
      update students s set total_points = s.total_points + t.points
        from (select student_id, sum(points)::int as points from kept group by student_id) t where s.id = t.student_id
    )
    select student_id as "studentId", source_id as "sourceId", earned_at as "earnedAt" from kept`,
)

export interface Reversal {
  studentId: string
  source: 'challenge' | 'session'
  sourceId: string
}

/** Points that were taken back. What replaces them was earned at the same moment. */
export type Reversed = z.output<(typeof insertReversals)['row']>

/**
 * Takes back what stands of the points that challenges or sessions have given, in the periods in which they had counted.
 * Students without any of them keep what they have.
 * @param reason why, in a few words that follow those of the points: 'scored again'
 */
export async function reversePoints(
  scope: TenantScope,
  reversals: readonly Reversal[],
  reason: string,
): Promise<Reversed[]> {
  if (reversals.length === 0) return []
  const { id: by, name } = scope.actor.user ?? { id: null, name: null }
  // Held first, so that the next statement sees what others have reversed meanwhile.
  await scope.rows(lockStudents, { studentIds: reversals.map(({ studentId }) => studentId) })
  const found = await scope.rows(insertReversals, {
    reversals: JSON.stringify(reversals),
    by,
    name,
    reason,
    tenantId: scope.tenantId,
    now: scope.core.clock.now(),
  })
  if (found.length > 0) {
    const studentIds = [...new Set(found.map(({ studentId }) => studentId))]
    await emit(scope, pointsChanged, { tenantId: scope.tenantId, studentIds })
  }
  return found
}
