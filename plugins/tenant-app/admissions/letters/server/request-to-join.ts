import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { hashOfToken, invite, newToken } from '#core/server/identity/invitations.ts'
import { CONFIRMATION_DAYS, type NewJoinRequest } from '../contract.ts'
import { mailAccount, mailAdmins, mailConfirmation } from './emails.ts'
import { hashCode } from './letter-code.ts'
import { countTry, takeBackTry } from './tries.ts'

/** Emails that one letter sends at most, to one address after another. */
const MAX_EMAILS = 5
const RESEND_DELAY_SECONDS = 60

const DAY_MS = 86_400_000

const lockLetter = statement(
  z.object({
    id: z.string(),
    studentId: z.string(),
    isUsed: z.boolean(),
    isRevoked: z.boolean(),
    isExpired: z.boolean(),
  }),
  `select l.id, l.student_id as "studentId", l.used_at is not null as "isUsed",
      l.revoked_at is not null or not s.is_active or s.erased_at is not null as "isRevoked",
      l.expires_at <= $now::timestamptz as "isExpired"
    from invitation_letters l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.code_hash = $codeHash for update of l`,
)

const selectKnownGuardian = statement(
  z.object({ userId: z.string(), hasAccount: z.boolean() }),
  `select u.id as "userId", u.password_hash is not null as "hasAccount"
    from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
    where p.student_id = $studentId and fold(u.email) = fold($email) and u.is_active and u.role = 'parent'
      and p.may_see and not p.is_restricted`,
)

const updateUsed = statement('update invitation_letters set used_at = $now where id = $letterId')

// An address that was mistyped is replaced by the next one; the link of the email before is void.
const upsertRequest = statement(
  z.object({ id: z.string() }),
  `insert into join_requests as r (letter_id, student_id, first_name, last_name, email, relationship, token_hash,
      emailed_at, expires_at)
    values ($letterId, $studentId, $firstName, $lastName, $email, $relationship, $tokenHash, $now, $until)
    on conflict (tenant_id, letter_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
      email = excluded.email, relationship = excluded.relationship, token_hash = excluded.token_hash,
      emailed_at = excluded.emailed_at, expires_at = excluded.expires_at, emails = r.emails + 1
    where r.emails < ${MAX_EMAILS}
      and r.emailed_at <= excluded.emailed_at - make_interval(secs => ${RESEND_DELAY_SECONDS})
    returning id`,
)

/**
 * Takes the code of a printed letter. A guardian's address on file gets an invitation; any other address gets a link that
 * confirms it, and then staff decide. The answer is the same for both.
 * @throws invalid at `code`; letters.too-many-tries 429, letters.emailed 429
 */
export async function requestToJoin({ core, http }: Unscoped, { code, ...person }: NewJoinRequest): Promise<void> {
  const { tenant, actor } = http
  if (!tenant) throw notFound('Organization')
  const attempt = await core.db.tenant(tenant.id, actor, countTry)
  await core.db.tenant(tenant.id, actor, async (scope) => {
    const now = core.clock.now()
    const codeHash = hashCode(core.env, tenant.id, code)
    const [letter] = await scope.rows(lockLetter, { codeHash, now })
    if (!letter) throw invalidField('code', 'This code is not valid. Check the letters.')
    if (letter.isUsed)
      throw invalidField('code', `This code has already been used. Ask ${tenant.name} for a new letter.`)
    if (letter.isRevoked) throw invalidField('code', `This code no longer works. Ask ${tenant.name} for a new letter.`)
    if (letter.isExpired) throw invalidField('code', `This code has expired. Ask ${tenant.name} for a new letter.`)
    await takeBackTry(scope, attempt)
    const { id: letterId, studentId } = letter
    const [known] = await scope.rows(selectKnownGuardian, { studentId, email: person.email })
    if (known) await inviteKnown(scope, { ...known, letterId, studentId, email: person.email })
    else await makeRequest(scope, { ...person, letterId, studentId })
  })
}

interface KnownGuardian {
  userId: string
  hasAccount: boolean
  letterId: string
  studentId: string
  email: string
}

async function inviteKnown(scope: TenantScope, { userId, hasAccount, letterId, studentId, email }: KnownGuardian) {
  await scope.rows(updateUsed, { letterId, now: scope.core.clock.now() })
  if (hasAccount) await mailAccount(scope, email)
  else await inviteUnlessRecent(scope, userId)
  await record(scope, {
    action: 'invitation-letter.used',
    category: 'account',
    description: `${referTo('user', userId)} used the invitation letter of ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
  })
}

/** Leaves a guardian who was invited a moment ago with that invitation. */
async function inviteUnlessRecent(scope: TenantScope, userId: string): Promise<void> {
  try {
    await invite(scope, userId)
  } catch (error) {
    if (!(error instanceof AppError && error.status === 429)) throw error
  }
}

async function makeRequest(
  scope: TenantScope,
  { email, ...request }: Omit<NewJoinRequest, 'code'> & { letterId: string; studentId: string },
): Promise<void> {
  const now = scope.core.clock.now()
  const token = newToken()
  const [made] = await scope.rows(upsertRequest, {
    ...request,
    email,
    tokenHash: hashOfToken(token),
    now,
    until: new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS),
  })
  if (!made) {
    throw new AppError('letters.emailed', 429, 'An email with a link was sent for this code. Check your spam folder.', {
      retryAfter: RESEND_DELAY_SECONDS,
    })
  }
  await mailConfirmation(scope, { email, firstName: request.firstName, token })
  await record(scope, {
    action: 'join-request.made',
    category: 'account',
    description: `Asked for access with the invitation letter of ${referTo('student', request.studentId)}`,
    resource: 'join-request',
    resourceId: made.id,
    metadata: { studentId: request.studentId },
  })
}

const linkRefused = () =>
  new AppError('letters.link', 400, 'This link is no longer valid. Enter the code of your letter again.')

// Locked in the same order as by `requestToJoin`.
const lockLetterOfToken = statement(
  z.object({ letterId: z.string(), isEnded: z.boolean() }),
  `select l.id as "letterId", l.used_at is not null or l.revoked_at is not null as "isEnded" from invitation_letters l
    where l.id = (select letter_id from join_requests where token_hash = $tokenHash) for update`,
)

const selectRequestOfToken = statement(
  z.object({ id: z.string(), studentId: z.string(), isConfirmed: z.boolean(), isExpired: z.boolean() }),
  `select id, student_id as "studentId", confirmed_at is not null as "isConfirmed",
      expires_at <= $now::timestamptz as "isExpired" from join_requests where token_hash = $tokenHash`,
)

const updateConfirmed = statement('update join_requests set confirmed_at = $now where id = $id')

/** Confirms the address of a request, which uses up the letter. @throws letters.link 400 */
export async function confirmJoinRequest(scope: TenantScope, token: string): Promise<void> {
  const now = scope.core.clock.now()
  const tokenHash = hashOfToken(token)
  const [letter] = await scope.rows(lockLetterOfToken, { tokenHash })
  const [request] = await scope.rows(selectRequestOfToken, { tokenHash, now })
  if (!letter || !request) throw linkRefused()
  if (request.isConfirmed) return
  if (letter.isEnded || request.isExpired) throw linkRefused()
  await scope.rows(updateConfirmed, { id: request.id, now })
  await scope.rows(updateUsed, { letterId: letter.letterId, now })
  await mailAdmins(scope)
  await record(scope, {
    action: 'join-request.confirmed',
    category: 'account',
    description: `Confirmed the address of a request for access to ${referTo('student', request.studentId)}`,
    resource: 'join-request',
    resourceId: request.id,
    metadata: { studentId: request.studentId },
  })
}
