import type { TestPlatform } from '#core/testing/harness.ts'
import { buildParticipant, buildSession, buildStudent } from './factories.ts'
import { moveTo } from './message-families.ts'

/** Noon in New York of the next Wednesday. */
function nextWednesday({ clock }: TestPlatform): string {
  const moment = new Date(clock.now())
  do moment.setUTCDate(moment.getUTCDate() + 1)
  while (moment.getUTCDay() !== 3)
  return `${moment.toISOString().slice(0, 10)}T17:30:00Z`
}

/** A guardian with a child in a session of an instructor, about noon of a Wednesday in New York. */
export async function buildConversationFamily(platform: TestPlatform) {
  moveTo(platform, nextWednesday(platform))
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const named = async (role: 'tenant_admin' | 'parent' | 'instructor', firstName: string) =>
    organization.client().signIn((await organization.user(role, { firstName, lastName: 'Ng' })).email)
  const admin = await named('tenant_admin', 'Kim')
  await admin.put('/api/tenant/settings', { timeZone: 'America/New_York' })
  const parent = await named('parent', 'Ana')
  const instructor = await named('instructor', 'Lee')
  const ava = await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parent.user?.id ?? ''] })
  const startDate = new Date(platform.clock.now().getTime() + 86_400_000).toISOString()
  const session = await buildSession(platform, organization, {
    name: 'Robotics',
    startDate,
    instructorId: instructor.user?.id ?? '',
  })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId: ava.id })
  return { organization, admin, parent, instructor, ava, session }
}

/** The team of a conversation with the instructors of a session. */
export const ofSession = (id: string) => ({ team: { kind: 'session', id } })
