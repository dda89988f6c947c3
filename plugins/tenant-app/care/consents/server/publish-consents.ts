import type { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { ConsentChange, ConsentDetail, NewConsent, newConsentVersion } from '../contract.ts'
import { ConsentModel, ConsentStudentModel, ConsentVersionModel } from './consent.ts'
import { getConsent } from './consents.ts'
import { consentsChanged } from './events.ts'
import { isPast } from './consent-state.ts'

/** Creates a consent that families are asked for from now on. @throws invalid at `expiresOn` or `studentIds` */
export async function createConsent(
  scope: TenantScope,
  { title, body, studentIds, ...terms }: NewConsent,
): Promise<ConsentDetail> {
  await checkTerms(scope, { ...terms, studentIds })
  const now = scope.core.clock.now().toISOString()
  const { id } = await ConsentModel.query(scope.trx).insert({ ...terms, createdAt: now, updatedAt: now })
  await addVersion(scope, id, { number: 1, title, body })
  await chooseStudents(scope, id, terms.asked === 'students' ? studentIds : [])
  await record(scope, {
    action: 'consent.created',
    category: 'system',
    description: `Asked families for the consent ${title}`,
    resource: 'consent',
    resourceId: id,
    after: { title, ...terms, studentIds },
  })
  await emit(scope, consentsChanged, { tenantId: scope.tenantId })
  return getConsent(scope, id)
}

/**
 * Changes the audience and the end of a consent.
 * @throws not-found, outdated (409), conflict when it is withdrawn, invalid at `expiresOn` or `studentIds`
 */
export async function updateConsent(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: ConsentChange,
): Promise<ConsentDetail> {
  const { students, ...present } = await lockCurrentConsent(scope, id, updatedAt)
  const before = { ...present, studentIds: students.map((student) => student.id) }
  const changed = changedFields<Omit<ConsentChange, 'updatedAt'>>(before, change)
  if (Object.keys(changed.after).length === 0) return getConsent(scope, id)
  const { studentIds = before.studentIds, ...terms } = changed.after
  const after = { ...before, ...changed.after }
  if (after.expiresAfterMonths && after.expiresOn) throw invalidField('expiresOn', 'Choose either months or a date')
  await checkTerms(scope, changed.after)
  await ConsentModel.query(scope.trx)
    .findById(id)
    .patch({ ...terms, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  await chooseStudents(scope, id, after.asked === 'students' ? studentIds : [])
  await record(scope, {
    action: 'consent.updated',
    category: 'system',
    description: `Changed the consent ${before.title}`,
    resource: 'consent',
    resourceId: id,
    ...changed,
  })
  await emit(scope, consentsChanged, { tenantId: scope.tenantId })
  return getConsent(scope, id)
}

/**
 * Publishes a new text.
 * @throws not-found, outdated (409), conflict when it is withdrawn
 */
export async function publishConsentVersion(
  scope: TenantScope,
  id: string,
  { title, body, asksAgain, updatedAt }: z.output<typeof newConsentVersion>,
): Promise<ConsentDetail> {
  const before = await lockCurrentConsent(scope, id, updatedAt)
  const number = before.version + 1
  await addVersion(scope, id, { number, title, body })
  await ConsentModel.query(scope.trx)
    .findById(id)
    .patch({
      version: number,
      ...(asksAgain ? { countsFrom: number, remindedAt: null } : {}),
      updatedAt: nextVersion(scope.core.clock, before.updatedAt),
    })
  await record(scope, {
    action: 'consent.published',
    category: 'system',
    description: `Published version ${number} of the consent ${title}${asksAgain ? ', which asks again' : ''}`,
    resource: 'consent',
    resourceId: id,
    before: { version: before.version, title: before.title },
    after: { version: number, title, asksAgain },
  })
  await emit(scope, consentsChanged, { tenantId: scope.tenantId })
  return getConsent(scope, id)
}

/** Withdraws a consent: it is no longer asked for, and allows nothing. @throws not-found */
export async function withdrawConsent(scope: TenantScope, id: string): Promise<ConsentDetail> {
  const before = await lockConsent(scope, id)
  if (before.withdrawnAt) return before
  await ConsentModel.query(scope.trx)
    .findById(id)
    .patch({
      withdrawnAt: scope.core.clock.now().toISOString(),
      withdrawnBy: scope.actor.user?.name ?? '',
      updatedAt: nextVersion(scope.core.clock, before.updatedAt),
    })
  await record(scope, {
    action: 'consent.withdrawn',
    category: 'system',
    description: `Withdrew the consent ${before.title}`,
    resource: 'consent',
    resourceId: id,
  })
  await emit(scope, consentsChanged, { tenantId: scope.tenantId })
  return getConsent(scope, id)
}

const lock = statement('select id from consents where id = $id for update')

/** Locks the consent to the end of the transaction: two admins publish one version after the other. */
async function lockConsent(scope: TenantScope, id: string): Promise<ConsentDetail> {
  const [found] = await scope.rows(lock, { id })
  if (!found) throw notFound('Consent')
  return getConsent(scope, id)
}

async function lockCurrentConsent(scope: TenantScope, id: string, basis: string | undefined): Promise<ConsentDetail> {
  const found = await lockConsent(scope, id)
  refuseOutdated('this consent', found.updatedAt, basis)
  if (found.withdrawnAt) throw conflict('withdrawnAt', 'This consent is withdrawn. Ask for a new one instead.')
  return found
}

async function addVersion(
  scope: TenantScope,
  consentId: string,
  text: { number: number; title: string; body: string },
): Promise<void> {
  await ConsentVersionModel.query(scope.trx).insert({
    ...text,
    consentId,
    publishedBy: scope.actor.user?.name ?? '',
    publishedAt: scope.core.clock.now().toISOString(),
  })
}

const lockStudents = statement('select id from students where id = any($ids::uuid[]) for key share')

async function checkTerms(
  scope: TenantScope,
  { expiresOn, studentIds = [] }: Pick<ConsentChange, 'expiresOn' | 'studentIds'>,
): Promise<void> {
  if (expiresOn && (await isPast(scope, expiresOn))) throw invalidField('expiresOn', 'Choose a day to come')
  const ids = [...new Set(studentIds)]
  if (ids.length > 0 && (await scope.rows(lockStudents, { ids })).length < ids.length) {
    throw invalidField('studentIds', 'This organization has no student like that')
  }
}

async function chooseStudents(scope: TenantScope, consentId: string, studentIds: readonly string[]): Promise<void> {
  await ConsentStudentModel.query(scope.trx).delete().where({ consentId })
  const rows = [...new Set(studentIds)].map((studentId) => ({ consentId, studentId }))
  if (rows.length > 0) await ConsentStudentModel.query(scope.trx).insert(rows)
}
