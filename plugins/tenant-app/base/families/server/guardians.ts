import { changedFields, record, referTo } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { guardian, type Guardian, type GuardianChange, type GuardianOrder, type NewGuardian } from '../contract.ts'
import { findOrInvite } from '../../people/server/accounts.ts'
import { accountState, isBouncing } from '../../people/server/people.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { mayBeNotified, requireStudent } from './children.ts'
import { saveContact, lockContact } from './contacts.ts'
import { GuardianLinkModel } from './guardian-link.ts'
import { arrange, linkGuardian, lockGuardians } from './links.ts'
import { mailNewGuardian } from './emails.ts'
import { announceSeparation } from './separation.ts'

/** Readers: instructors, admins, or super admins, to whom restrictions open with a reason alone. */
const readers = ['instructor', 'admin', 'platform'] as const

const restrictedNow = `'isRestricted', p.is_restricted, 'isReviewDue', p.is_restricted and exists (
    select from guardian_restrictions r where r.tenant_id = p.tenant_id and r.parent_student_id = p.id
      and r.lifted_at is null and r.review_on <= ($now::timestamptz at time zone t.time_zone)::date),
  'wasRestricted', exists (
    select from guardian_restrictions r where r.tenant_id = p.tenant_id and r.parent_student_id = p.id)`

/** Selects what instructors are not answered. Reason and start of a restriction are not among it. */
const forAdmins = (reader: (typeof readers)[number]) =>
  reader === 'instructor'
    ? 'null::jsonb'
    : `jsonb_build_object('email', u.email, 'state', ${accountState}, 'isBouncing', ${isBouncing},
        'invitedUntil', case when u.is_active and u.password_hash is null then i.expires_at end, 'address', coalesce(c.address, ''), 'notes', coalesce(c.notes, ''),
        ${reader === 'admin' ? restrictedNow : `'isRestricted', null, 'isReviewDue', null, 'wasRestricted', null`})`

const selectGuardians = variants({ reader: readers, isSingle: [true, false] }, ({ reader, isSingle }) => {
  const right = (column: string) => (reader === 'admin' ? `p.${column}` : `p.${column} and not p.is_restricted`)
  return statement(
    guardian,
    `select p.id, p.parent_id as "userId", u.first_name as "firstName", u.last_name as "lastName", p.relationship,
        p.contact_order as "contactOrder", ${right('may_see')} as "maySee", ${right('may_be_told')} as "mayBeTold",
        ${right('may_collect')} as "mayCollect", p.lives_with_child as "livesWithChild",
        ${reader === 'admin' ? `coalesce(c.phone, '')` : `case when ${mayBeNotified('p')} then coalesce(c.phone, '') else '' end`}
          as phone, u.is_active as "isActive", ${forAdmins(reader)} as admin,
        greatest(p.updated_at, c.updated_at) as "updatedAt"
      from parent_students p
        join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
        left join invitations i on i.user_id = u.id and i.accepted_at is null
        left join guardian_contacts c on c.tenant_id = p.tenant_id and c.user_id = p.parent_id
        ${reader === 'admin' ? 'join tenants t on t.id = p.tenant_id' : ''}
      where p.student_id = $studentId ${isSingle ? 'and p.id = $id' : ''}
      order by p.contact_order`,
  )
})

const readerOf = ({ actor }: TenantScope) => {
  if (actor.user?.role === 'superadmin') return 'platform'
  return actor.user?.role === 'tenant_admin' ? 'admin' : 'instructor'
}

/** In the order of contact. @throws not-found when the organization has no such student */
export async function listGuardians(scope: TenantScope, studentId: string): Promise<Guardian[]> {
  await requireStudent(scope, studentId)
  return scope.rows(selectGuardians({ reader: readerOf(scope), isSingle: false }), {
    studentId,
    now: scope.core.clock.now(),
  })
}

/** @throws not-found when the student has no such guardian */
export async function getGuardian(scope: TenantScope, studentId: string, id: string): Promise<Guardian> {
  const values = { studentId, id, now: scope.core.clock.now() }
  const [one] = await scope.rows(selectGuardians({ reader: readerOf(scope), isSingle: true }), values)
  if (!one) throw notFound('Guardian')
  return one
}

/**
 * Makes somebody a guardian who is here already, or is found or added by the address. Who is one stays as they are.
 * @throws not-found, invalid or conflict at `userId` as `linkGuardian`, and at `person.email` as `findOrInvite`
 */
export async function addGuardian(
  scope: TenantScope,
  studentId: string,
  { userId: chosen, person, ...rights }: NewGuardian,
): Promise<Guardian> {
  // First of all, in this order everywhere: whoever else changes a guardian holds the student and then the guardian.
  await lockGuardians(scope, studentId)
  const link = { ...rights, userId: chosen ?? (await findOrInviteParent(scope, person)) }
  const { id, isNew } = await linkGuardian(scope, studentId, link)
  const added = await getGuardian(scope, studentId, id)
  if (!isNew) return added
  if (!rights.maySee) await announceSeparation(scope, studentId, added.userId)
  await recordOf(scope, studentId, id, {
    action: 'guardian.added',
    description: `Made ${referTo('user', added.userId)} a guardian of ${referTo('student', studentId)}`,
    after: { ...link },
  })
  await mailNewGuardian(scope, studentId, added)
  return added
}

async function findOrInviteParent(scope: TenantScope, person: NewGuardian['person']): Promise<string> {
  if (!person) throw invalidField('userId', 'Choose who becomes a guardian')
  const { email, ...named } = person
  try {
    return (await findOrInvite(scope, 'parent', { ...named, email: email || undefined })).id
  } catch (error) {
    const message = error instanceof AppError ? error.fields?.['email'] : undefined
    throw message && error instanceof AppError
      ? new AppError(error.code, error.status, error.message, { fields: { 'person.email': message } })
      : error
  }
}

/**
 * Changes what is given.
 * @throws not-found, forbidden for platform staff who change rights and have not opened the restrictions, outdated (409)
 *   when `updatedAt` is not what it was
 */
export async function updateGuardian(
  scope: TenantScope,
  studentId: string,
  id: string,
  { updatedAt, ...change }: GuardianChange,
): Promise<Guardian> {
  await lockGuardians(scope, studentId)
  await lockContact(scope, (await getGuardian(scope, studentId, id)).userId)
  const before = await getGuardian(scope, studentId, id)
  refuseOutdated('this guardian', before.updatedAt, updatedAt)
  const { phone, address, notes, ...link } = change
  // Rights that are given and do not hold tell of a restriction.
  if (Object.entries(link).some(([field, value]) => value !== undefined && restrictedRights.includes(field))) {
    await requireOpened(scope, studentId, 'restrictions')
  }
  // The link has the rights as they were given, which not every reader is answered.
  const present = await GuardianLinkModel.query(scope.trx).findById(id).throwIfNotFound()
  const changed = changedFields<Omit<GuardianChange, 'updatedAt'>>(present, link)
  const { after: contact } = changedFields({ phone: before.phone, ...before.admin }, { phone, address, notes })
  const now = nextVersion(scope.core.clock, before.updatedAt)
  const [isLinkChanged, isContactChanged] = [changed.after, contact].map((one) => Object.keys(one).length > 0)
  if (isLinkChanged) {
    await GuardianLinkModel.query(scope.trx)
      .findById(id)
      .patch({ ...changed.after, updatedAt: now })
  }
  if (changed.after.maySee === false) await announceSeparation(scope, studentId, before.userId)
  if (isContactChanged) await saveContact(scope, before.userId, { ...contact, updatedAt: now })
  if (!isLinkChanged && !isContactChanged) return before
  await recordGuardianChange(scope, studentId, id, [...Object.keys(changed.after), ...Object.keys(contact)])
  return getGuardian(scope, studentId, id)
}

/**
 * Puts the guardians in another order of contact.
 * @throws not-found, outdated (409) when `former` is not the present order, invalid at `ids` unless all of them are named
 */
export async function arrangeGuardians(
  scope: TenantScope,
  studentId: string,
  { ids, former }: GuardianOrder,
): Promise<Guardian[]> {
  await lockGuardians(scope, studentId)
  const before = await listGuardians(scope, studentId)
  const present = before.map(({ id }) => id)
  if (former.join() !== present.join()) {
    throw new AppError(OUTDATED_CODE, 409, 'Someone else changed these guardians in the meantime.')
  }
  if (ids.toSorted().join() !== present.toSorted().join()) throw invalidField('ids', 'Name each guardian once')
  if (ids.join() === present.join()) return before
  await arrange(scope, ids)
  const inOrder = await listGuardians(scope, studentId)
  await record(scope, {
    action: 'guardian.arranged',
    category: 'account',
    description: `Put the guardians of ${referTo('student', studentId)} in another order of contact`,
    resource: 'student',
    resourceId: studentId,
    before: { guardians: before.map(({ userId }) => referTo('user', userId)) },
    after: { guardians: inOrder.map(({ userId }) => referTo('user', userId)) },
  })
  return inOrder
}

/**
 * @throws not-found, forbidden for platform staff who have not opened the restrictions, guardian.restricted 409 while they
 *   are, since what restricts them would be lost
 */
export async function removeGuardian(scope: TenantScope, studentId: string, id: string): Promise<void> {
  await requireOpened(scope, studentId, 'restrictions')
  await lockGuardians(scope, studentId)
  const all = await listGuardians(scope, studentId)
  const removed = all.find((one) => one.id === id)
  if (!removed) throw notFound('Guardian')
  // The link tells it, since not every reader is.
  const link = await GuardianLinkModel.query(scope.trx).findById(id)
  if (link?.isRestricted) {
    throw new AppError(
      'guardian.restricted',
      409,
      'Lift the restriction before you remove this guardian: it would be lost',
    )
  }
  await GuardianLinkModel.query(scope.trx).deleteById(id)
  await arrange(
    scope,
    all.flatMap((one) => (one.id === id ? [] : [one.id])),
  )
  await recordOf(scope, studentId, id, {
    action: 'guardian.removed',
    description: `Removed the guardian ${referTo('user', removed.userId)} of ${referTo('student', studentId)}`,
    before: { userId: removed.userId, relationship: removed.relationship },
  })
}

/** Rights that a restriction takes away. */
const restrictedRights: readonly string[] = ['maySee', 'mayBeTold', 'mayCollect'] satisfies (keyof GuardianChange)[]

/**
 * Leaves which of `fields` were changed in the audit log, and never what they say. Rights are named alike whether they were
 * given, taken, restricted or lifted: the platform's staff read the log too, and that somebody is restricted opens to
 * them with a reason alone.
 */
export async function recordGuardianChange(
  scope: TenantScope,
  studentId: string,
  id: string,
  fields: readonly string[],
): Promise<void> {
  const changed = new Set(fields.map((field) => (restrictedRights.includes(field) ? 'rights' : field)))
  const link = await GuardianLinkModel.query(scope.trx).findById(id)
  const guardian = link ? referTo('user', link.parentId) : 'a guardian'
  await recordOf(scope, studentId, id, {
    action: 'guardian.changed',
    description: `Changed ${guardian}, a guardian of ${referTo('student', studentId)}`,
    metadata: { changed: [...changed] },
  })
}

/** Addresses, phones and what staff note of a guardian are in no entry. */
async function recordOf(
  scope: TenantScope,
  studentId: string,
  resourceId: string,
  { metadata, ...entry }: Omit<AuditEntry, 'category' | 'resource' | 'resourceId'>,
): Promise<void> {
  await record(scope, {
    ...entry,
    category: 'account',
    resource: 'guardian',
    resourceId,
    metadata: { ...metadata, studentId },
  })
}
