import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { getLineItemUrl, readAddresses } from './addresses.ts'
import { LtiRefusal } from './refusal.ts'

/** Line items that a page has at most. */
const MAX_LINE_ITEMS = 500

const lessonRow = z.object({ id: z.uuid(), title: z.string(), maxPoints: z.number() })

// Lessons of the newest version that open this tool: those of others are not found.
const selectLessons = statement(
  lessonRow,
  `select l.id, l.title, coalesce((k.details ->> 'maxPoints')::float8, 100) as "maxPoints"
    from lms_courses c
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons')
        l (id uuid, title text, edition text, "contentType" text)
      join lms_lesson_contents k on k.owner = v.owner and k.course_id = v.course_id and k.lesson_id = l.id
        and k.edition = l.edition
    where c.owner = any ($owners) and c.id = $courseId and c.deleted_at is null and l."contentType" = 'external_tool'
      and k.details ->> 'toolId' = $toolId and ($lessonId::uuid is null or l.id = $lessonId)
    order by l.id limit ${MAX_LINE_ITEMS}`,
)

export interface LineItem {
  id: string
  label: string
  scoreMaximum: number
  resourceId: string
  resourceLinkId: string
}

/** Lists the line items of a tool in a course: one for each of its lessons. */
export async function listLineItems(
  scope: TenantScope,
  tool: ExternalTool,
  courseId: string,
  lessonId: string | null = null,
): Promise<LineItem[]> {
  const addresses = await readAddresses(scope)
  const owners = ownersRead(scope)
  const lessons = await scope.rows(selectLessons, { owners, courseId, toolId: tool.id, lessonId })
  return lessons.map(({ id, title, maxPoints }) => ({
    id: getLineItemUrl(addresses, courseId, id),
    label: title,
    scoreMaximum: maxPoints,
    resourceId: id,
    resourceLinkId: id,
  }))
}

/** @throws LtiRefusal 404 */
export async function getLineItem(
  scope: TenantScope,
  tool: ExternalTool,
  courseId: string,
  lessonId: string,
): Promise<LineItem> {
  const [found] = await listLineItems(scope, tool, courseId, lessonId)
  if (!found) throw new LtiRefusal(404, 'not_found')
  return found
}

const selectResults = statement(
  z.object({
    id: z.uuid(),
    userId: z.uuid(),
    points: z.number(),
    maxPoints: z.number(),
    comment: z.string(),
  }),
  `select s.id, b.id as "userId", s.points, s.max_points as "maxPoints", s.comment from lms_lti_scores s
      join lms_lti_subjects b on b.tenant_id = s.tenant_id and b.tool_id = s.tool_id and b.user_id = s.user_id
      join lms_enrollments e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id and e.cycle = s.cycle
    where s.tenant_id = $tenantId and s.tool_id = $toolId and s.lesson_id = $lessonId and e.course_id = $courseId
      and s.points is not null and ($userId::uuid is null or b.id = $userId)
    order by s.id limit $most offset $offset`,
)

export interface ResultPage {
  userId: string | null
  limit: number
  offset: number
}

/** Lists the scores that a tool has reported, one row more than the limit where more follow. @throws LtiRefusal 404 */
export async function listResults(
  scope: TenantScope,
  tool: ExternalTool,
  { courseId, lessonId }: { courseId: string; lessonId: string },
  { userId, limit, offset }: ResultPage,
) {
  const { id: lineItem } = await getLineItem(scope, tool, courseId, lessonId)
  const { tenantId } = scope
  const asked = { tenantId, toolId: tool.id, lessonId, courseId, userId, most: limit + 1, offset }
  const found = await scope.rows(selectResults, asked)
  return found.map(({ id, userId: subject, points, maxPoints, comment }) => ({
    id: `${lineItem}/results/${id}`,
    scoreOf: lineItem,
    userId: subject,
    resultScore: points,
    resultMaximum: maxPoints,
    ...(comment !== '' && { comment }),
  }))
}
