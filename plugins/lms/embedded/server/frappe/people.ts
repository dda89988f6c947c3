import { createHash } from 'node:crypto'
import type { Outcome } from '../../contract.ts'
import { FrappeError } from './failure.ts'
import type { Keeper } from './keeping.ts'

export interface Learner {
  id: string
  email: string
  firstName: string
  lastName: string
  /** Active, in an organization that is open. */
  isActive: boolean
}

/**
 * The one role that people of organizations have there: roles count on the whole site, so that another would show one
 * organization's learners to the next.
 */
const ROLE = 'LMS Student'

/** Makes a person a learner of the site, or takes back that they may sign in there. */
export async function keepLearner(keeper: Keeper, learner: Learner): Promise<{ outcome: Outcome; reason: string }> {
  const { client, isDryRun } = keeper
  const name = learner.email.toLowerCase()
  const subject = `user ${learner.id}`
  const hash = createHash('sha256')
    .update(JSON.stringify([name, learner.firstName, learner.lastName, learner.isActive]))
    .digest('hex')
  const before = await keeper.note(subject, 'User')
  if (before?.name === name && before.hash === hash) return { outcome: 'same', reason: '' }
  if (isDryRun) return { outcome: before?.name ? 'updated' : 'created', reason: '' }
  // Whoever has another address now is another account there.
  if (before?.name && before.name !== name) await disable(keeper, before.name)
  const there = await found(keeper, name)
  const note = { subject, type: 'User', name, hash, userId: learner.id }
  if (!there && !learner.isActive) return { outcome: 'same', reason: 'Is not there.' }
  if (!there) {
    await create(keeper, name, learner)
    await keeper.write(note)
    return { outcome: 'created', reason: '' }
  }
  // An account that somebody has made there by hand keeps its name, and is not closed from here.
  if (there.owner === keeper.account) {
    const { firstName, lastName, isActive } = learner
    await client.update('User', name, { first_name: firstName, last_name: lastName, enabled: isActive ? 1 : 0 })
  }
  if (learner.isActive) await client.call('lms.lms.api.save_role', { user: name, role: ROLE, value: 1 })
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
      roles: [{ role: ROLE }],
    })
  } catch (error) {
    const mayBeThere = error instanceof FrappeError && ['unanswered', 'duplicate'].includes(error.kind)
    if (!mayBeThere || !(await client.get('User', name).catch(() => undefined))) throw error
    await client.call('lms.lms.api.save_role', { user: name, role: ROLE, value: 1 })
  }
}

async function disable(keeper: Keeper, name: string): Promise<void> {
  const there = await found(keeper, name)
  if (there?.owner === keeper.account) await keeper.client.update('User', name, { enabled: 0 })
}

async function found({ client }: Keeper, name: string) {
  try {
    return await client.get('User', name)
  } catch (error) {
    if (error instanceof FrappeError && error.kind === 'not-found') return undefined
    throw error
  }
}
