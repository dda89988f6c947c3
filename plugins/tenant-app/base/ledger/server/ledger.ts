import { z } from 'zod'
import { LIST_CAP, type growingQuery } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { afterCursor, countedPage, cursorAt, PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../families/server/children.ts'
import { viewerKinds, viewOfOrganization, viewOfStudent } from '../contract.ts'
import type { RecordedView, ViewedKind, ViewOfOrganization } from '../contract.ts'
import { namesOf } from '../../../shared/server/name-key.ts'

const columns = `l.id, l.viewer_name as "viewerName", l.viewer_role as "viewerRole", l.what, l.reason, l.words,
  l.is_self_arranged as "isSelfArranged", l.viewed_at as "viewedAt"`

const newestFirst = 'order by l.viewed_at desc, l.id desc limit $most offset $offset'

// Reasons are not searched: they may reveal a child's health.
const selectViews = variants(
  { isSearched: [true, false], isOfKind: [true, false], viewers: [undefined, ...viewerKinds] },
  ({ isSearched, isOfKind, viewers }) => {
    const conditions = [
      'l.tenant_id = $tenantId',
      // Searches each student's name once, and not per entry.
      ...(isSearched
        ? [
            `(fold(l.viewer_name) like (select containing($search)) or l.student_id in (select id from students
              where tenant_id = $tenantId and ${namesOf('students')} like (select containing($search)))
              or l.person_id in (select id from users where tenant_id = $tenantId and search like (select containing($search))))`,
          ]
        : []),
      ...(isOfKind ? ['l.what = $what'] : []),
      ...(viewers === 'platform' ? [`l.viewer_role = 'superadmin'`] : []),
      ...(viewers === 'organization' ? [`l.viewer_role <> 'superadmin'`] : []),
    ]
    const found = `from access_ledger l left join students s on s.tenant_id = l.tenant_id and s.id = l.student_id
        left join users u on u.tenant_id = l.tenant_id and u.id = l.person_id
      where ${conditions.join(' and ')}`
    return statement(
      viewOfOrganization.extend({ total: z.number() }),
      `select ${columns}, l.student_id as "studentId", s.first_name || ' ' || s.last_name as "studentName",
          btrim(u.first_name || ' ' || u.last_name) as "personName",
          (select count(*) ${found}) as total
        ${found} ${newestFirst}`,
    )
  },
)

interface LedgerQuery {
  search?: string | undefined
  what?: ViewedKind | undefined
  viewers?: (typeof viewerKinds)[number] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists all views in the organization, the latest first; with the total. */
export async function listViews(
  scope: TenantScope,
  { search = '', what, viewers, limit = LIST_CAP, offset = 0 }: LedgerQuery,
): Promise<PagedAnswer<ViewOfOrganization>> {
  const found = await scope.rows(selectViews({ isSearched: search !== '', isOfKind: what !== undefined, viewers }), {
    tenantId: scope.tenantId,
    search,
    what,
    most: limit + 1,
    offset,
  })
  return countedPage(found, { limit, offset })
}

// Hides views of restrictions from guardians: a view, and its reason, would reveal a restriction.
const selectStudentViews = variants({ isGuardian: [true, false] }, ({ isGuardian }) =>
  statement(
    viewOfStudent,
    `select ${columns} from access_ledger l
      where l.tenant_id = $tenantId and l.student_id = $studentId ${isGuardian ? `and l.what <> 'restrictions'` : ''}
        and ($after::timestamptz is null or (l.viewed_at, l.id) < ($after::timestamptz, $afterId::uuid))
      ${newestFirst}`,
  ),
)

/** Lists views of one student's data; 25 by default. @throws not-found unless the caller sees the student */
export async function listStudentViews(
  scope: TenantScope,
  studentId: string,
  { limit = 25, offset = 0, cursor }: z.output<typeof growingQuery>,
): Promise<PagedAnswer<RecordedView>> {
  await requireStudent(scope, studentId)
  const found = await scope.rows(selectStudentViews({ isGuardian: scope.actor.user?.role === 'parent' }), {
    tenantId: scope.tenantId,
    studentId,
    most: limit + 1,
    offset,
    ...afterCursor(cursor),
  })
  return new PagedAnswer(found, { limit, cursorAfter: ({ viewedAt, id: viewId }) => cursorAt(viewedAt, viewId) })
}
