import { expect } from 'vitest'
import { randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { ask, makeFamily, photos } from '../consents.ts'
import { buildStudent } from '../factories.ts'
import { eraseStudent } from './erasure.ts'
import { endsWithSecond, refusesSecond, rowsOf } from './outcomes.ts'

/** Asks for a consent of every child of the organization. */
async function makeAsked({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  return { by, ...(await ask(by)) }
}

export const consentRaces: Races = {
  'plugins/tenant-app/care/consents/server/answer-consents.ts lockConsentTerms': async ({ platform }) => {
    const family = await makeFamily(platform)
    const { admin, mother } = family
    const { id } = await ask(admin)
    const answers = () => rowsOf({ platform, ...family }, 'consent_answers')
    return {
      ...endsWithSecond(
        () => family.answer(mother, id, 'given'),
        () => admin.post(`/api/consents/${id}/versions`, { ...photos, body: randomText(), asksAgain: true }),
        answers,
      ),
      heldBefore: /^insert into "consent_answers"/,
    }
  },
  'plugins/tenant-app/care/consents/server/answer-consents.ts lockDecider': async ({ platform }) => {
    const { admin, mother, mia } = await makeFamily(platform)
    const { id } = await ask(admin)
    const paper = { guardianId: mother.user?.id, answer: 'given' }
    const put = () => admin.post(`/api/students/${mia}/consents/${id}/paper`, paper)
    const refused = { status: 409, body: { fields: { answer: 'This answer is recorded already' } } }
    return refusesSecond(put, put, [204, refused])
  },
  'plugins/tenant-app/care/consents/server/publish-consents.ts lockStudents': async (world) => {
    const { platform, organization } = world
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildStudent(platform, organization)
    return {
      first: () => by.post('/api/consents', { ...photos, asked: 'students', studentIds: [id] }),
      heldBefore: /^insert into "consent_students"/,
      second: () => eraseStudent(by, id),
      expect: async (made, erased) => {
        expect([made.status, erased.status]).toEqual([201, 201])
        expect(await rowsOf(world, 'consent_students')).toEqual([])
      },
    }
  },
  'plugins/tenant-app/care/consents/server/publish-consents.ts lock': async (world) => {
    const { by, id, updatedAt } = await makeAsked(world)
    const publish = () => by.post(`/api/consents/${id}/versions`, { ...photos, asksAgain: true, updatedAt })
    return {
      first: publish,
      second: publish,
      expect: (first, again) => {
        expect(first.status).toBe(201)
        expect(again).toMatchObject({ status: 409, body: { code: 'outdated' } })
      },
    }
  },
  'plugins/tenant-app/care/consents/server/requests.ts lockConsent': async (world) => {
    const { by, id } = await makeAsked(world)
    const remind = () => by.post(`/api/consents/${id}/remind`)
    return refusesSecond(remind, remind, [
      200,
      { status: 409, body: { fields: { remindedAt: expect.any(String) as string } } },
    ])
  },
}
