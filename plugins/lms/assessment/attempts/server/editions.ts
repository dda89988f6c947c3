import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'

const selectEditions = statement(
  z.object({ edition: z.string() }),
  `select l.edition
    from lms_course_versions v
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, edition text)
    where v.owner = any ($owners) and v.course_id = $courseId and l.id = $lessonId
    order by v.number`,
)

/** Lists the editions of a lesson in order of publication; one that was published twice is listed twice. */
export async function listPublishedEditions(
  scope: TenantScope,
  { courseId, lessonId }: { courseId: string; lessonId: string },
): Promise<string[]> {
  const rows = await scope.rows(selectEditions, { owners: ownersRead(scope), courseId, lessonId })
  return rows.map(({ edition }) => edition)
}

/** Lists the distinct editions from one to another, both included. @param published in order of publication */
export function listEditionsBetween(published: readonly string[], first: string, last: string): string[] {
  const between = published.slice(published.indexOf(first) + 1, Math.max(0, published.lastIndexOf(last)))
  return [...new Set([first, ...(published.includes(first) ? between : []), last])]
}
