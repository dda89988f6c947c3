import { expect } from 'vitest'
import { create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudent } from '../factories.ts'
import { eraseUser } from './erasure.ts'
import { deactivate, endsWithSecond, refusesSecond, rowsOf, tellsSecond } from './outcomes.ts'

/** Makes a challenge, and a student to score. */
async function makeScorable({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/challenges', { title: randomText() })
  const student = await buildStudent(platform, organization)
  const score = (points: number) => () =>
    by.put(`/api/challenges/${id}/scores/${student.id}`, { score: points, seen: null })
  return { by, score, challenge: `/api/challenges/${id}`, studentId: student.id }
}

/** Makes a challenge with two judges. */
async function makeJudged({ platform, organization }: World) {
  const admin = await organization.signIn('tenant_admin')
  const [one, other] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const judges = { judgeIds: [one.user?.id, other.user?.id], criteria: [{ name: randomText(), weight: 1 }] }
  const { id } = await create<{ id: string }>(admin, '/api/challenges', { title: randomText(), ...judges })
  const { id: studentId } = await buildStudent(platform, organization)
  const judge = () => other.put(`/api/challenges/${id}/judging/${studentId}`, { points: [7], seen: null })
  return { admin, id, judge, gone: one.user?.id ?? '' }
}

const refusedAt = (field: string) => ({ status: 409, body: { fields: { [field]: expect.any(String) as string } } })

export const challengeRaces: Races = {
  'plugins/tenant-app/competition/challenges/server/feedback.ts lockScore': async (world) => {
    const { by, score, challenge, studentId } = await makeScorable(world)
    await score(40)()
    const say = () => by.put(`${challenge}/scores/${studentId}/feedback`, { feedback: randomText(), seen: '' })
    return tellsSecond(say, say)
  },
  'plugins/tenant-app/competition/challenges/server/judges.ts lockJudges': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const { id } = await world.organization.user('instructor')
    const judges = { judgeIds: [id], criteria: [{ name: randomText(), weight: 1 }] }
    return {
      ...endsWithSecond(
        () => by.post('/api/challenges', { title: randomText(), ...judges }),
        () => deactivate(by, id),
        () => rowsOf(world, 'challenge_judges'),
      ),
      heldBefore: /^insert into challenge_judges/,
    }
  },
  'plugins/tenant-app/competition/challenges/server/judges.ts lockJudgedChallenges': async (world) => {
    const { admin, judge, gone } = await makeJudged(world)
    return {
      first: () => eraseUser(admin, gone),
      second: judge,
      // The remaining judge was the last to score, so there is a result.
      expect: async (erased, given) => {
        expect([erased.status, given.status]).toEqual([201, 200])
        expect(await rowsOf(world, 'scores')).toMatchObject([{ score: 70 }])
      },
    }
  },
  'plugins/tenant-app/competition/challenges/server/judging.ts lockChallenge': async (world) => {
    const { admin, id, judge } = await makeJudged(world)
    const criteria = [{ name: randomText(), weight: 2 }]
    return refusesSecond(judge, () => admin.put(`/api/challenges/${id}`, { criteria }), [200, refusedAt('criteria')])
  },
  'plugins/tenant-app/competition/challenges/server/save-challenges.ts lockChallenge': async (world) => {
    const { by, score, challenge } = await makeScorable(world)
    const judges = { judgeIds: [by.user?.id], criteria: [{ name: randomText(), weight: 1 }] }
    return {
      ...refusesSecond(() => by.put(challenge, judges), score(40), [200, refusedAt('score')]),
      heldBefore: /^update "challenges"/,
    }
  },
  'plugins/tenant-app/competition/challenges/server/save-scores.ts lockChallenges': async (world) => {
    const { by, score, challenge } = await makeScorable(world)
    return refusesSecond(score(40), () => by.put(challenge, { maxScore: 20 }), [200, refusedAt('maxScore')])
  },
  'plugins/tenant-app/competition/challenges/server/write-scores.ts lockScoredStudents': async (world) => {
    const { score } = await makeScorable(world)
    return tellsSecond(score(40), score(50))
  },
}
