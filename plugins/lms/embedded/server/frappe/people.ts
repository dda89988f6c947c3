import { fold } from '#core/contract/fold.ts'
import { createHash } from 'node:crypto'
import type { Outcome } from '../../contract.ts'
import { FrappeError } from './failure.ts'
import type { Keeper } from './keeper.ts'

export interface Learner {
  id: string
  email: string
  firstName: string
  lastName: string
  /** True if the account is active in an open organization; or another user with the same address is. */
  isActive: boolean
}

/**
 * Only role of organizations' users there: roles apply to the whole site, so that another one would show one organization's
 * learners to the next.
 */
const STUDENT_ROLE = 'LMS Student'

/** Record of accounts that the synchronization has created: it renames and closes these alone. */
const CREATED_USER_TYPE = 'User made'

/**
 * Makes a user a learner of the site, or disables their account there. Addresses here are unverified: a user with another
 * person's address gets that account a role, and nothing else.
 * @param isUsed checks if an active user has an address
 */
export async function syncLearner(
  keeper: Keeper,
  learner: Learner,
  isUsed: (address: string) => Promise<boolean>,
): Promise<{ outcome: Outcome; reason: string }> {
  const { client, isDryRun } = keeper
  const name = fold(learner.email)
  const subject = `user ${learner.id}`
  const hash = createHash('sha256')
    .update(JSON.stringify([name, learner.firstName, learner.lastName, learner.isActive]))
    .digest('hex')
  const before = await keeper.note(subject, 'User')
  const isSame = before?.name === name && before.hash === hash
  // A closed account that was deleted there stays deleted.
  if (isSame && (!learner.isActive || (await keeper.isThere('User', name)))) return { outcome: 'same', reason: '' }
  if (isDryRun) return { outcome: before?.name ? 'updated' : 'created', reason: '' }
  // A changed address means another account there.
  if (before?.name && before.name !== name && !(await isUsed(before.name)))
    await disableUser(keeper, subject, before.name)
  const there = await findUser(keeper, name)
  const note = { subject, type: 'User', name, hash, userId: learner.id }
  if (!there && !learner.isActive) return { outcome: 'same', reason: 'Is not there.' }
  if (!there) {
    await keeper.write({ subject, type: CREATED_USER_TYPE, name, hash: null, userId: learner.id })
    await create(keeper, name, learner)
    await keeper.write(note)
    return { outcome: 'created', reason: '' }
  }
  // An account that was created there by hand, or is another person's, keeps its name, and is not closed.
  if (await isMade(keeper, subject, there)) {
    const { firstName, lastName, isActive } = learner
    await client.update('User', name, { first_name: firstName, last_name: lastName, enabled: isActive ? 1 : 0 })
  }
  if (learner.isActive) await client.call('lms.lms.api.save_role', { user: name, role: STUDENT_ROLE, value: 1 })
  await keeper.write(note)
  return { outcome: before?.name ? 'updated' : 'created', reason: before?.name ? '' : 'Had an account there.' }
}

async function create({ client }: Keeper, name: string, { firstName, lastName }: Learner): Promise<void> {
  try {
    await client.create('User', {
      email: name,
      first_name: firstName,
      last_name: lastName,
      enabled: 1,
      send_welcome_email: 0,
      roles: [{ role: STUDENT_ROLE }],
    })
  } catch (error) {
    const mayBeThere = error instanceof FrappeError && ['unanswered', 'duplicate'].includes(error.kind)
    if (!mayBeThere || !(await client.get('User', name).catch(() => undefined))) throw error
    await client.call('lms.lms.api.save_role', { user: name, role: STUDENT_ROLE, value: 1 })
  }
}

async function disableUser(keeper: Keeper, subject: string, name: string): Promise<void> {
  const there = await findUser(keeper, name)
  if (there && (await isMade(keeper, subject, there))) await keeper.client.update('User', name, { enabled: 0 })
}

async function isMade(
  keeper: Keeper,
  subject: string,
  { name, owner }: { name: string; owner?: unknown },
): Promise<boolean> {
  return owner === keeper.account && (await keeper.note(subject, CREATED_USER_TYPE))?.name === name
}

async function findUser({ client }: Keeper, name: string) {
  try {
    return await client.get('User', name)
  } catch (error) {
    if (error instanceof FrappeError && error.kind === 'not-found') return undefined
    throw error
  }
}
