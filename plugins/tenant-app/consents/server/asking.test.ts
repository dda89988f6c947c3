import { expect } from 'vitest'
import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../server/plugin.ts'
import { consentingStudents, hasConsent } from './asking.ts'

const test = pluginTest([tenantApp])

async function add(scope: TenantScope, table: string, row: object): Promise<string> {
  const [added] = await scope.trx(table).insert(row, ['id'])
  return (added as { id: string }).id
}

interface Answered {
  by: 'mother' | 'father'
  answer?: 'given' | 'refused' | 'withdrawn'
  version?: number
  /** Days from now on. */
  expires?: number
}

interface Case {
  consent?: object
  versions?: number
  answers: Answered[]
  /** Of the father's link to the child. */
  father?: object
  stands: boolean
}

const cases: Record<string, Case> = {
  'nobody has answered': { answers: [], stands: false },
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
    versions: 2,
    answers: [{ by: 'mother' }],
    stands: true,
  },
  'the new version asks again': {
    consent: { version: 2, countsFrom: 2 },
    versions: 2,
    answers: [{ by: 'mother' }],
    stands: false,
  },
  'the new version was answered': {
    consent: { version: 2, countsFrom: 2 },
    versions: 2,
    answers: [
      { by: 'father', answer: 'refused' },
      { by: 'mother', version: 2 },
    ],
    stands: true,
  },
  'it is asked of other grades': {
    consent: { asked: 'grades', grades: JSON.stringify(['7']) },
    answers: [{ by: 'mother' }],
    stands: false,
  },
  'it is asked of the grade': {
    consent: { asked: 'grades', grades: JSON.stringify(['4', '5']) },
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
  return platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const studentId = await add(scope, 'students', { firstName: 'Mia', lastName: 'King', grade: '5' })
    const link = { studentId, relationship: 'parent' }
    await add(scope, 'parentStudents', { ...link, parentId: people.mother.id, contactOrder: 1 })
    await add(scope, 'parentStudents', { ...link, parentId: people.father.id, contactOrder: 2, ...given.father })
    const consentId = await add(scope, 'consents', { kind: 'photo', ...given.consent })
    for (let number = 1; number <= (given.versions ?? 1); number++) {
      await add(scope, 'consentVersions', { consentId, number, title: 'Photos', body: 'Text', publishedBy: 'Ada' })
    }
    for (const { by, answer = 'given', version = 1, expires } of given.answers) {
      const expiresOn = expires === undefined ? null : day(platform, expires)
      const row = { consentId, version, studentId, guardianId: people[by].id, answer, expiresOn }
      await add(scope, 'consentAnswers', { ...row, guardianName: by, method: 'portal' })
    }
    return studentId
  })
}

test('a consent stands by the last answers of those who decide for the child, and one no outweighs every yes', async ({
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

test('many children are asked about at once, and none without every consent of the kind', async ({ platform }) => {
  const organization = await platform.organization()
  const [unanswered, allowed] = [
    await make(platform, organization, { answers: [{ by: 'mother' }], consent: { asked: 'students' }, stands: false }),
    await make(platform, organization, { answers: [{ by: 'mother' }], stands: true }),
  ]
  const both = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    consentingStudents(scope, [unanswered, allowed], 'photo'),
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
