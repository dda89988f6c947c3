import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_TOOLS } from '../../authoring/tools/contract.ts'
import { getSigningKey } from '../../integration/lti/server/keys.ts'
import { takeScore } from '../../integration/lti/server/scores.ts'
import { addTool, buildTool, publishToolLessons, readLogin } from '../../integration/lti/testing/tool-double.ts'
import { signInLearner } from '../learners.ts'

export const ltiRaces: Races = {
  'plugins/lms/integration/lti/server/keys.ts lockKeys': async ({ platform, organization }) => {
    const begin = () => platform.core.db.tenant(organization.id, systemActor, getSigningKey)
    return { first: begin, second: begin, expect: (first, second) => expect(second.id).toBe(first.id) }
  },
  'plugins/lms/integration/lti/server/scores.ts lockLearner': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const tool = await addTool(by)
    const { id: courseId, lessons } = await publishToolLessons(by, tool, ['Halves', 'Thirds'])
    const learner = await signInLearner(organization, courseId)
    const { url } = await create<{ url: string }>(learner, `/api/tenant/lessons/${lessons[0]}/tool`)
    const report = (lessonId = '') => {
      const score = {
        userId: readLogin(url)['login_hint'],
        scoreGiven: 8,
        scoreMaximum: 10,
        timestamp: platform.core.clock.now().toISOString(),
        activityProgress: 'Completed',
        gradingProgress: 'FullyGraded',
      }
      return platform.core.db.tenant(organization.id, systemActor, (scope) =>
        takeScore(scope, tool, { courseId, lessonId }, score),
      )
    }
    return {
      first: () => report(lessons[0]),
      heldBefore: /^select id from lms_enrollments where tenant_id/,
      second: () => report(lessons[1]),
      // Neither fails by a deadlock.
      expect: (first, second) => expect([first, second]).toEqual([undefined, undefined]),
    }
  },
  'plugins/lms/authoring/tools/server/tools.ts lockTools': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await addTool(by)
    await platform.core.db.platform(systemActor, async ({ trx }) => {
      const [row] = await trx('lmsLtiTools').where({ id }).select<Record<string, unknown>[]>()
      const others = Array.from({ length: MAX_TOOLS - 2 }, (_, index) => ({
        ...row,
        id: crypto.randomUUID(),
        clientId: `client-${index}`,
      }))
      await trx('lmsLtiTools').insert(others)
    })
    const add = (name: string) => () => by.post('/api/tenant/lti/tools', buildTool({ name }))
    return {
      first: add('First'),
      second: add('Second'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([201, 409]),
    }
  },
}
