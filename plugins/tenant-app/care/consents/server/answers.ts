import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { csvAnswer } from '#core/server/analytics.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { countedPage, type FileAnswer, type PagedAnswer } from '#core/server/http/answers.ts'
import { countText } from '#core/server/texts.ts'
import { studentAnswer } from '../contract.ts'
import type { ConsentState, StudentAnswer } from '../contract.ts'
import { getConsentTitle } from './consents.ts'
import { concernsStudent, standingsQuery, stateOf } from './consent-state.ts'
import { namesOf } from '../../../shared/server/name-key.ts'

const selectStudentAnswers = variants(
  { isOfState: [true, false], isOfGrade: [true, false] },
  ({ isOfState, isOfGrade }) =>
    statement(
      studentAnswer.extend({ total: z.number() }),
      `with standing as (${standingsQuery('a.consent_id = $consentId')})
        select s.id as "studentId", s.first_name || ' ' || s.last_name as "studentName", s.grade,
          ${stateOf('h')} as state, h.answered_by as "answeredBy", h.answered_at as "answeredAt",
          h.expires_on as "expiresOn", count(*) over () as total
        from consents c join students s on s.tenant_id = c.tenant_id and s.is_active and ${concernsStudent}
          left join standing h on h.student_id = s.id
        where c.id = $consentId and ${namesOf('s')} like (select containing($search))
          ${isOfState ? `and ${stateOf('h')} = $state` : ''} ${isOfGrade ? 'and s.grade = $grade' : ''}
        order by s.last_name, s.first_name, s.id limit $most offset $offset`,
    ),
)

export interface AnswerQuery {
  search?: string | undefined
  state?: ConsentState | undefined
  grade?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Refuses platform staff: they open families' answers child by child, each with a reason of which the organization is notified.
 */
function refusePlatformStaff({ actor }: TenantScope): void {
  if (actor.user?.role === 'superadmin') {
    throw forbidden('Platform staff open consents on a student’s page, with a reason.')
  }
}

/** @throws not-found, forbidden for platform staff */
export async function listConsentAnswers(
  scope: TenantScope,
  consentId: string,
  query: AnswerQuery,
): Promise<PagedAnswer<StudentAnswer>> {
  refusePlatformStaff(scope)
  await getConsentTitle(scope, consentId)
  const { limit = LIST_CAP, offset = 0 } = query
  const found = await readAnswers(scope, consentId, query, limit, offset)
  return countedPage(found, { limit, offset })
}

function readAnswers(scope: TenantScope, consentId: string, query: AnswerQuery, limit: number, offset: number) {
  const { search = '', state, grade } = query
  return scope.rows(selectStudentAnswers({ isOfState: state !== undefined, isOfGrade: grade !== undefined }), {
    consentId,
    search,
    state,
    grade,
    most: limit,
    offset,
    now: scope.core.clock.now(),
    tenantId: scope.tenantId,
  })
}

/** Maximum number of rows, above any organization's number of students. */
const MAX_EXPORT_ROWS = 100_000

/** @throws not-found, forbidden for platform staff */
export async function exportConsentAnswers(
  scope: TenantScope,
  consentId: string,
  query: AnswerQuery,
): Promise<FileAnswer> {
  refusePlatformStaff(scope)
  const title = await getConsentTitle(scope, consentId)
  const rows = await readAnswers(scope, consentId, query, MAX_EXPORT_ROWS, 0)
  await record(scope, {
    action: 'consent.exported',
    category: 'system',
    description: `Exported ${countText(rows.length, 'answer')} to the consent ${title}`,
    resource: 'consent',
    resourceId: consentId,
  })
  const columns = {
    student: 'studentName',
    grade: 'grade',
    consent: 'state',
    'answered by': 'answeredBy',
    'answered at': 'answeredAt',
    'expires on': 'expiresOn',
  } as const
  return csvAnswer('consent-answers', columns, rows)
}
