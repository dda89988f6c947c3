import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { PublishedCourse } from '../../../authoring/versions/server/published.ts'
import { lessonStanding } from '../progress-contract.ts'
import { hasOpeningDays, type Reader } from './gate.ts'

const selectLessonStandings = statement(
  lessonStanding,
  `select lesson_id as "lessonId", completed_at is not null as "isCompleted", completed_at as "completedAt", how
    from lms_lesson_progress where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle`,
)

interface OfReader {
  enrollmentId: string | null
  enrolledAt: string | null
  cycle: number | null
}

type Standing = z.infer<typeof lessonStanding>

/** Reads the progress in lessons that the learner has opened in this cycle. */
export const getLessonStandings = async (scope: TenantScope, { enrollmentId, cycle }: OfReader): Promise<Standing[]> =>
  enrollmentId === null
    ? []
    : scope.rows(selectLessonStandings, { tenantId: scope.tenantId, enrollmentId, cycle: cycle ?? 1 })

const selectTimeZone = statement(
  z.object({ timeZone: z.string() }),
  'select time_zone as "timeZone" from tenants where id = $id',
)

async function getTimeZone(scope: TenantScope, course: PublishedCourse): Promise<string> {
  const [tenant] = hasOpeningDays(course) ? await scope.rows(selectTimeZone, { id: scope.tenantId }) : []
  return tenant?.timeZone ?? 'UTC'
}

/** Loads the reader of a course, as the gate needs it. */
export async function loadReader(
  scope: TenantScope,
  course: PublishedCourse,
  row: OfReader,
  known?: readonly Standing[],
): Promise<Reader> {
  const standings = known ?? (await getLessonStandings(scope, row))
  return {
    enrolledAt: row.enrolledAt,
    timeZone: await getTimeZone(scope, course),
    begun: new Set(standings.map(({ lessonId }) => lessonId)),
    done: new Set(standings.flatMap(({ lessonId, isCompleted }) => (isCompleted ? [lessonId] : []))),
    now: scope.core.clock.now(),
  }
}
