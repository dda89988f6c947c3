import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

test('instructors see no restricted guardian as emergency contact, and an admin sees the contact to correct it', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const { id, links } = await buildStudent(platform, organization, { guardians: [father.id] })
  const session = await buildSession(platform, organization, {
    startDate: platform.clock.now().toISOString(),
    instructorId: instructor.user?.id ?? null,
  })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId: id })
  const path = `/api/students/${id}`
  await admin.put(`${path}/guardians/${links[0]}`, { phone: '+1 212 555 0134' })
  const contact = { emergencyContact: 'Dad', emergencyPhone: '(212) 555-0134' }
  expect((await admin.put(`${path}/health`, contact)).status).toBe(200)
  const asInstructor = async (views: string) => (await instructor.post(`${path}/${views}`, { reason: 'session' })).body
  const phoneFor = async (by: typeof admin) => (await by.get(`${path}/guardians`)).body[0].phone as string
  for (const views of ['emergency-views', 'health-views']) expect(await asInstructor(views)).toMatchObject(contact)
  expect(await phoneFor(instructor)).toBe('+1 212 555 0134')

  await create(admin, `${path}/guardians/${links[0]}/restrictions`, { kind: 'court-order', verifiedBy: 'Grace Hopper' })
  for (const views of ['emergency-views', 'health-views']) {
    expect(await asInstructor(views)).toMatchObject({
      emergencyContact: 'Not available. Call a guardian.',
      emergencyPhone: '',
    })
    expect((await admin.post(`${path}/${views}`, {})).body).toMatchObject(contact)
  }
  expect([await phoneFor(instructor), await phoneFor(admin)]).toEqual(['', '+1 212 555 0134'])
})
