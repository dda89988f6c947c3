import { z } from 'zod'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { RENEWAL_DAYS } from '../contract.ts'
import { answer, askedConsent } from '../student-contract.ts'
import type { AskedConsent, ConsentAnswer, paperAnswer, portalAnswer } from '../student-contract.ts'
import { ConsentAnswerModel } from './consent.ts'
import { consentsChanged } from './events.ts'
import { concernsStudent, isDecider, standingsQuery, stateOf, today } from './consent-state.ts'

/**
 * True where a given consent `h` to `c` ends within 30 days and a new one would last longer. Answers of the last 30 days are
 * skipped, so that a consent given for a month is not requested again the next day.
 */
export const endsSoon = `h.expires_on <= ${today} + ${RENEWAL_DAYS}
  and h.answered_at < $now::timestamptz - interval '${RENEWAL_DAYS} days'
  and (c.expires_on is null or c.expires_on > h.expires_on)`

/** True where guardians can still give consent `c`. */
export const isOngoing = `(c.expires_on is null or c.expires_on >= ${today})`

/** True where consent `c` needs an answer, with `h` left-joined: it is not given, or ends soon. */
export const isOpen = `${isOngoing} and (${stateOf('h')} in ('missing', 'expired') or (h.state = 'given' and ${endsSoon}))`

const selectAskedConsents = statement(
  askedConsent,
  `with standing as (${standingsQuery('a.student_id = $studentId', 'l.student_id = $studentId')}),
    own as (
      select distinct on (consent_id) consent_id, answer, version, answered_at, method from consent_answers
      where student_id = $studentId and guardian_id = $caller order by consent_id, id desc
    )
    select c.id, c.kind, v.title, v.body, c.version, ${stateOf('h')} as state, h.expires_on as "expiresOn",
      coalesce(${isOpen}, false) as "isOpen",
      case when o.consent_id is not null then jsonb_build_object('answer', o.answer, 'version', o.version,
        'answeredAt', to_char(o.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'method', o.method)
        end as own
    from students s join consents c on c.tenant_id = s.tenant_id and ${concernsStudent}
      join consent_versions v on v.tenant_id = c.tenant_id and v.consent_id = c.id and v.number = c.version
      left join standing h on h.consent_id = c.id
      left join own o on o.consent_id = c.id
    where s.id = $studentId order by "isOpen" desc, lower(v.title), c.id limit 1000`,
)

function listAsked(scope: TenantScope, studentId: string, caller: string): Promise<AskedConsent[]> {
  return scope.rows(selectAskedConsents, { studentId, caller, now: scope.core.clock.now(), tenantId: scope.tenantId })
}

/** Lists the consents that the caller is asked for a child. @throws not-found unless the caller sees the child */
export async function listAskedConsents(scope: TenantScope, studentId: string): Promise<AskedConsent[]> {
  await requireStudent(scope, studentId)
  return listAsked(scope, studentId, guardianOf(scope))
}

const countOpenByStudent = statement(
  z.object({ studentId: z.uuid(), waiting: z.number() }),
  `with standing as (${standingsQuery('a.student_id = any($studentIds::uuid[])', 'l.student_id = any($studentIds::uuid[])')})
    select s.id as "studentId", count(*)::int as waiting
    from students s join consents c on c.tenant_id = s.tenant_id and ${concernsStudent}
      left join standing h on h.consent_id = c.id and h.student_id = s.id
    where s.id = any($studentIds::uuid[]) and ${isOpen} group by s.id`,
)

/** Counts missing answers by student, without students who lack none. The caller must see the students. */
export async function countOpenConsents(
  scope: TenantScope,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const values = { studentIds, now: scope.core.clock.now(), tenantId: scope.tenantId }
  const found = await scope.rows(countOpenByStudent, values)
  return new Map(found.map(({ studentId, waiting }) => [studentId, waiting]))
}

/** Returns the calling guardian. Platform staff in a child's portal see no consents: these open only with a reason. */
function guardianOf({ actor }: TenantScope): string {
  if (actor.user?.role !== 'parent') throw forbidden('Platform staff open consents on a student’s page, with a reason.')
  return actor.user.id
}

// Locks the link: a guardian's concurrent answers follow each other, and a restriction waits for the answer.
const lockDecider = statement(
  z.object({ name: z.string() }),
  `select u.first_name || ' ' || u.last_name as name
    from parent_students l join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id
    where l.student_id = $studentId and l.parent_id = $guardianId and ${isDecider} for no key update of l`,
)

// A shared lock: no admin publishes another text or withdraws the consent before the answer is committed.
const lockConsentTerms = statement(
  z.object({ version: z.number(), isOngoing: z.boolean(), expiresOn: z.string().nullable() }),
  `select c.version, ${isOngoing} as "isOngoing",
      coalesce(c.expires_on, (${today} + make_interval(months => c.expires_after_months))::date) as "expiresOn"
    from students s join consents c on c.tenant_id = s.tenant_id and ${concernsStudent}
    where s.id = $studentId and c.id = $consentId for share of c`,
)

const selectLastAnswer = statement(
  z.object({ answer, version: z.number(), expiresOn: z.string().nullable() }),
  `select answer, version, expires_on as "expiresOn" from consent_answers
    where consent_id = $consentId and student_id = $studentId and guardian_id = $guardianId order by id desc limit 1`,
)

interface Given {
  studentId: string
  consentId: string
  guardianId: string
  answer: ConsentAnswer
  /** Version that the guardian read; undefined where only the present one is possible. */
  version?: number
  /** Name of the user who records a paper answer. */
  recordedBy?: string
}

/** @returns true if the answer differs from the guardian's last one */
async function saveAnswer(scope: TenantScope, { recordedBy, version, ...given }: Given): Promise<boolean> {
  const values = { ...given, now: scope.core.clock.now(), tenantId: scope.tenantId }
  const [guardian] = await scope.rows(lockDecider, values)
  if (!guardian) throw invalidField('guardianId', 'This guardian does not decide for the student')
  const [consent] = await scope.rows(lockConsentTerms, values)
  if (!consent) throw notFound('Consent')
  if (version !== undefined && version !== consent.version) {
    throw new AppError(OUTDATED_CODE, 409, 'The text has changed in the meantime. Please read it again.')
  }
  const [before] = await scope.rows(selectLastAnswer, values)
  const isYes = given.answer === 'given'
  if (given.answer === 'withdrawn' && (before === undefined || before.answer === 'refused')) {
    throw conflict('answer', 'There is no consent to withdraw')
  }
  if (isYes && !consent.isOngoing) throw conflict('answer', 'This consent has ended')
  const expiresOn = isYes ? consent.expiresOn : null
  const isSame = before?.answer === given.answer && before.version === consent.version && before.expiresOn === expiresOn
  if (isSame) return false
  await ConsentAnswerModel.query(scope.trx).insert({
    ...given,
    version: consent.version,
    guardianName: guardian.name,
    method: recordedBy === undefined ? 'portal' : 'paper',
    recordedBy: recordedBy ?? null,
    expiresOn,
    answeredAt: values.now.toISOString(),
  })
  await record(scope, {
    action: 'consent.answered',
    category: 'system',
    // Omits the guardian and the answer: `consent_answers` has both, which platform staff open only with a reason.
    description: `Answered a consent for ${referTo('student', given.studentId)}`,
    resource: 'consent',
    resourceId: given.consentId,
    after: { version: consent.version },
    metadata: { studentId: given.studentId },
  })
  await emit(scope, consentsChanged, { tenantId: scope.tenantId })
  return true
}

/**
 * Saves the caller's answer. Each guardian has an own answer; repeating it changes nothing.
 * @throws not-found unless the caller sees the child and it is asked for, outdated (409) when the text changed, conflict at
 *   `answer` when there is nothing to withdraw or the consent has ended
 */
export async function answerConsent(
  scope: TenantScope,
  studentId: string,
  consentId: string,
  given: z.output<typeof portalAnswer>,
): Promise<AskedConsent> {
  await requireStudent(scope, studentId)
  const guardianId = guardianOf(scope)
  await saveAnswer(scope, { ...given, studentId, consentId, guardianId })
  const found = (await listAsked(scope, studentId, guardianId)).find(({ id }) => id === consentId)
  if (!found) throw notFound('Consent')
  return found
}

/**
 * Saves an answer that a guardian signed on paper, which counts from now on.
 * @throws not-found, forbidden for platform staff who have not opened the consents, invalid at `guardianId` unless that
 *   guardian decides for the student, conflict at `answer` when the same is recorded already, or the consent has ended
 */
export async function recordPaperAnswer(
  scope: TenantScope,
  studentId: string,
  consentId: string,
  given: z.output<typeof paperAnswer>,
): Promise<void> {
  await requireStudent(scope, studentId)
  await requireOpened(scope, studentId, 'consents')
  const isNew = await saveAnswer(scope, { ...given, studentId, consentId, recordedBy: scope.actor.user?.name ?? '' })
  if (!isNew) throw conflict('answer', 'This answer is recorded already')
}
