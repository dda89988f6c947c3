import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import type { DoorChild, EventOutcome } from '../scheduling/door/contract.ts'
import { buildParticipant, buildSession, buildStudent } from './factories.ts'

export const MINUTE_MS = 60_000

/** Creates a session that began five minutes ago, with Ada, whose father Ken Ortiz may not pick her up, and her friend Bo. */
export async function openDoor(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.signIn('instructor')
  const other = await organization.signIn('instructor')
  const mother = await organization.user('parent', { firstName: 'Maria', lastName: 'Ortiz' })
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const ada = await buildStudent(platform, organization, {
    guardians: [mother.id, { userId: father.id, mayCollect: false }],
  })
  const bo = await buildStudent(platform, organization, { firstName: 'Bo', guardians: [mother.id] })
  const begins = platform.clock.now().getTime() - 5 * MINUTE_MS
  const session = await buildSession(platform, organization, {
    startDate: new Date(begins).toISOString(),
    instructorId: instructor.user?.id ?? null,
  })
  for (const { id: studentId } of [ada, bo]) {
    await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  }
  const path = `/api/sessions/${session.id}/door`
  const at = (minutes: number) => new Date(begins + minutes * MINUTE_MS).toISOString()
  const send = (by: Client, kind: 'in' | 'out', more: object = {}) =>
    by.post(`${path}/events`, {
      events: [{ id: randomUUID(), studentId: ada.id, kind, at: platform.clock.now().toISOString(), ...more }],
    })
  const outcome = async (by: Client, kind: 'in' | 'out', more: object = {}): Promise<EventOutcome> => {
    const { status, body } = await send(by, kind, more)
    expect([status, body]).toMatchObject([200, [{}]])
    return body[0]
  }
  const child = async (by: Client = admin): Promise<DoorChild> =>
    (await by.get(path)).body.children.find(({ studentId }: DoorChild) => studentId === ada.id)
  const attendance = async () =>
    (await admin.get(`/api/sessions/${session.id}/participants`)).body.find(
      ({ studentId }: { studentId: string }) => studentId === ada.id,
    )
  const byMother = { by: { kind: 'guardian', personId: ada.links[0] } }
  const byOther = (name: string) => ({ by: { kind: 'other', name } })
  return {
    organization,
    admin,
    instructor,
    other,
    mother,
    father,
    ada,
    bo,
    session,
    path,
    at,
    send,
    outcome,
    child,
    attendance,
    byMother,
    byOther,
  }
}

/** Reads the emails of an organization. */
export const mailsOf = ({ core }: TestPlatform, tenantId: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId }).select<{ recipient: string; subject: string; body: string }[]>(),
  )
