import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { childContact, type ChildContact, type OwnContact, type OwnContactChange } from '../contract.ts'
import { requireStudent } from './children.ts'
import { GuardianContactModel } from './guardian-contact.ts'
import { barredGuardian } from './policies.ts'

const selectChildContacts = statement(
  childContact,
  `select p.id, u.first_name || ' ' || u.last_name as name, p.relationship,
      not ${barredGuardian('p')} as "mayCollect", p.parent_id = $caller as "isMe"
    from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
    where p.student_id = $studentId and u.is_active
    order by p.contact_order`,
)

/**
 * The guardians of a child as they know of each other: by name, and without anything that says where they live.
 * @throws not-found when the caller may not see the child
 */
export async function listContacts(scope: TenantScope, studentId: string): Promise<ChildContact[]> {
  await requireStudent(scope, studentId)
  return scope.rows(selectChildContacts, { studentId, caller: callerId(scope) })
}

/** Reads a guardian's contact; undefined where none is stored. */
async function contactOf({ trx }: TenantScope, userId: string): Promise<GuardianContactModel | undefined> {
  return GuardianContactModel.query(trx).findOne({ userId })
}

/** @throws forbidden for super admins, who have no contact in an organization */
export async function getOwnContact(scope: TenantScope): Promise<OwnContact> {
  refuseStrangers(scope)
  return view(await contactOf(scope, callerId(scope)))
}

/**
 * Changes what is given of the caller's own phone and address.
 * @throws forbidden for super admins, outdated (409) when `updatedAt` is not what it was
 */
export async function updateOwnContact(
  scope: TenantScope,
  { updatedAt, ...change }: OwnContactChange,
): Promise<OwnContact> {
  refuseStrangers(scope)
  const userId = callerId(scope)
  await lockContact(scope, userId)
  const before = view(await contactOf(scope, userId))
  refuseOutdated('your contact details', before.updatedAt, updatedAt)
  const { after } = changedFields<Omit<OwnContact, 'updatedAt'>>(before, change)
  if (Object.keys(after).length === 0) return before
  const now = nextVersion(scope.core.clock, before.updatedAt)
  await saveContact(scope, userId, { ...after, updatedAt: now })
  await record(scope, {
    action: 'guardian.contact-changed',
    category: 'account',
    description: 'Changed the own contact details',
    resource: 'user',
    resourceId: userId,
    // Which of them, and never what they say.
    metadata: { changed: Object.keys(after) },
  })
  return { ...before, ...after, updatedAt: now }
}

const lockUser = statement(z.object({ id: z.uuid() }), 'select id from users where id = $userId for no key update')

/** Held to the end of the transaction, so that a guardian's contact is changed by one at a time. */
export async function lockContact(scope: TenantScope, userId: string): Promise<void> {
  await scope.rows(lockUser, { userId })
}

/** Writes what is given of a contact, which must be locked. */
export async function saveContact(
  { trx }: TenantScope,
  userId: string,
  contact: Partial<Pick<GuardianContactModel, 'phone' | 'address' | 'notes'>> & { updatedAt: string },
): Promise<void> {
  const changed = await GuardianContactModel.query(trx).where({ userId }).patch(contact)
  if (changed === 0) await GuardianContactModel.query(trx).insert({ ...contact, userId })
}

const callerId = ({ actor }: TenantScope) => actor.user?.id ?? ''

function refuseStrangers({ actor }: TenantScope): void {
  if (actor.user?.role !== 'parent') throw forbidden('Only guardians keep contact details here')
}

const view = (contact: GuardianContactModel | undefined): OwnContact => ({
  phone: contact?.phone ?? '',
  address: contact?.address ?? '',
  updatedAt: contact?.updatedAt ?? null,
})
