import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildConsent, buildConsentAnswer, buildStudent, type GivenGuardian } from '../../../testing/factories.ts'
import { listConsentingStudents, hasConsent } from './has-consent.ts'

const test = pluginTest([tenantApp])

interface Answered {
  by: 'mother' | 'father'
  answer?: 'given' | 'refused' | 'withdrawn'
  version?: number
  /** Days from today. */
  expires?: number
}

interface Case {
  consent?: Parameters<typeof buildConsent>[2]
  answers: Answered[]
  /** Rights of the father's link to the child. */
  father?: Partial<GivenGuardian>
  stands: boolean
}

const cases: Record<string, Case> = {
  'no one has answered': { answers: [], stands: false },
  'one guardian has given it': { answers: [{ by: 'mother' }], stands: true },
  'one gave and the other refused': { answers: [{ by: 'mother' }, { by: 'father', answer: 'refused' }], stands: false },
  'one withdrew what the other gave': {
    answers: [{ by: 'mother' }, { by: 'father' }, { by: 'father', answer: 'withdrawn' }],
    stands: false,
  },
  'who refused has given it since': { answers: [{ by: 'mother', answer: 'refused' }, { by: 'mother' }], stands: true },
  'a restricted guardian refused': {
    answers: [{ by: 'mother' }, { by: 'father', answer: 'refused' }],
    father: { isRestricted: true },
    stands: true,
  },
  'a restricted guardian alone gave': { answers: [{ by: 'father' }], father: { isRestricted: true }, stands: false },
  'a guardian alone gave who may not see the child': {
    answers: [{ by: 'father' }],
    father: { maySee: false },
    stands: false,
  },
  'it expires today': { answers: [{ by: 'mother', expires: 0 }], stands: true },
  'it expired yesterday': { answers: [{ by: 'mother', expires: -1 }], stands: false },
  'one yes expired and the other holds': {
    answers: [
      { by: 'mother', expires: -1 },
      { by: 'father', expires: 30 },
    ],
    stands: true,
  },
  'the new version needs no new answer': {
    consent: { version: 2, countsFrom: 1 },
    answers: [{ by: 'mother' }],
    stands: true,
  },
  'the new version asks again': {
    consent: { version: 2, countsFrom: 2 },
    answers: [{ by: 'mother' }],
    stands: false,
  },
  'the new version was answered': {
    consent: { version: 2, countsFrom: 2 },
    answers: [
      { by: 'father', answer: 'refused' },
      { by: 'mother', version: 2 },
    ],
    stands: true,
  },
  'it is asked of other grades': {
    consent: { asked: 'grades', grades: ['7'] },
    answers: [{ by: 'mother' }],
    stands: false,
  },
  'it is asked of the grade': {
    consent: { asked: 'grades', grades: ['4', '5'] },
    answers: [{ by: 'mother' }],
    stands: true,
  },
  'it is asked of other children': { consent: { asked: 'students' }, answers: [{ by: 'mother' }], stands: false },
  'the organization withdrew it': {
    consent: { withdrawnAt: '2026-01-01T00:00:00Z', withdrawnBy: 'Ada' },
    answers: [{ by: 'mother' }],
    stands: false,
  },
}

const day = (platform: TestPlatform, days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    platform.clock.now().getTime() + days * 86_400_000,
  )

async function make(platform: TestPlatform, organization: TestOrganization, given: Case): Promise<string> {
  const people = { mother: await organization.user('parent'), father: await organization.user('parent') }
  const guardians = [people.mother.id, { userId: people.father.id, ...given.father }]
  const { id: studentId } = await buildStudent(platform, organization, { grade: '5', guardians })
  const { id: consentId } = await buildConsent(platform, organization, given.consent)
  for (const { by, expires, ...answered } of given.answers) {
    const expiresOn = expires === undefined ? null : day(platform, expires)
    const answer = { consentId, studentId, guardianId: people[by].id, expiresOn, ...answered }
    await buildConsentAnswer(platform, organization, answer)
  }
  return studentId
}

test('the last answers of guardians who decide for the child make the consent, and one refusal outweighs every consent', async ({
  platform,
}) => {
  for (const [name, given] of Object.entries(cases)) {
    const organization = await platform.organization()
    const studentId = await make(platform, organization, given)
    const answered = await platform.core.db.tenant(organization.id, systemActor, async (scope) => ({
      photo: await hasConsent(scope, studentId, 'photo'),
      data: await hasConsent(scope, studentId, 'data'),
    }))
    expect({ name, ...answered }).toEqual({ name, photo: given.stands, data: false })
  }
})

test('many children are checked at once, and each needs every consent of the kind', async ({ platform }) => {
  const organization = await platform.organization()
  const [unanswered, allowed] = [
    await make(platform, organization, { answers: [{ by: 'mother' }], consent: { asked: 'students' }, stands: false }),
    await make(platform, organization, { answers: [{ by: 'mother' }], stands: true }),
  ]
  const both = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    listConsentingStudents(scope, [unanswered, allowed], 'photo'),
  )
  expect([...both]).toEqual([allowed])
})

test('neither a text nor an answer can be changed or removed by an organization', async ({ platform }) => {
  const organization = await platform.organization()
  await make(platform, organization, { answers: [{ by: 'mother' }], stands: true })
  for (const statement of [
    `update consent_answers set answer = 'refused'`,
    'delete from consent_answers',
    `update consent_versions set body = 'Another'`,
    'delete from consent_versions',
  ]) {
    const changed = platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx.raw(statement))
    await expect(changed, statement).rejects.toThrow('permission denied')
  }
})
