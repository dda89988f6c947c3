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

/** Editions of a lesson in the order in which they were published; one that was published again is there again. */
export async function listPublishedEditions(
  scope: TenantScope,
  { courseId, lessonId }: { courseId: string; lessonId: string },
): Promise<string[]> {
  const rows = await scope.rows(selectEditions, { owners: ownersRead(scope), courseId, lessonId })
  return rows.map(({ edition }) => edition)
}

/** Editions from one to another, with both ends, each once. @param published in their order */
export function listEditionsBetween(published: readonly string[], first: string, last: string): string[] {
  const between = published.slice(published.indexOf(first) + 1, Math.max(0, published.lastIndexOf(last)))
  return [...new Set([first, ...(published.includes(first) ? between : []), last])]
}
