import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { made, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { MOST_AN_HOUR } from '../../discussions/contract.ts'
import { publishDiscussion, repliesOf, threadsOf } from '../discussions.ts'
import { signInLearner } from '../learners.ts'
import { changeBoth, progressOf, subjectsTo } from './outcomes.ts'

/** A discussion with its author and somebody who takes the course. */
async function discussed({ organization }: World, details: object = {}) {
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishDiscussion(admin, details)
  return { admin, id, lessonId, learner: await signInLearner(organization, id) }
}

interface Written {
  id: string
  updatedAt: string
}

const write = (by: Client, lessonId: string, text: string) => made<Written>(by, threadsOf(lessonId), { text })

/** A post of an instructor, who looks after the course and does not take it. */
async function writtenByStaff(world: World) {
  const { admin, lessonId } = await discussed(world)
  const instructor = await world.organization.signIn('instructor')
  return { admin, instructor, lessonId, post: await write(instructor, lessonId, 'They are triangles.') }
}

const pathOf = ({ id }: Written) => `/api/tenant/posts/${id}`
const decisionOf = ({ id }: Written) => `/api/tenant/moderation/posts/${id}`

export const discussionRaces: Races = {
  'plugins/lms/discussions/server/discussion.ts held': async (world) => {
    const { lessonId, learner } = await discussed(world)
    const begin = (text: string) => () => learner.post(threadsOf(lessonId), { text })
    return {
      first: begin('Beams.'),
      second: begin('Steel.'),
      expect: async () => expect(await progressOf(world, learner, lessonId)).toMatchObject({ posts: 2 }),
    }
  },
  'plugins/lms/discussions/server/counting.ts ofAuthor': async (world) => {
    const { admin, lessonId, learner } = await discussed(world, { moderation: 'all' })
    const [one, other] = [await write(learner, lessonId, 'Beams.'), await write(learner, lessonId, 'Steel.')]
    const approve = (post: Written) => () => admin.post(`${decisionOf(post)}/approve`, {})
    return {
      first: approve(one),
      second: approve(other),
      expect: async () => expect(await progressOf(world, learner, lessonId)).toMatchObject({ posts: 2 }),
    }
  },
  'plugins/lms/discussions/server/reply-mails.ts marked': async (world) => {
    const { id, lessonId, learner } = await discussed(world)
    const thread = await write(learner, lessonId, 'They are triangles.')
    const replier = () => signInLearner(world.organization, id)
    const [one, other] = [await replier(), await replier()]
    const reply = (by: Client) => () => by.post(repliesOf(thread.id), { text: 'True.' })
    return {
      first: reply(one),
      second: reply(other),
      expect: async () => expect(await subjectsTo(world.platform, learner, '%replied to your post%')).toHaveLength(1),
    }
  },
  'plugins/lms/discussions/server/reports.ts locked': async (world) => {
    const { admin, post } = await writtenByStaff(world)
    const other = await world.organization.signIn('tenant_admin')
    const remove = (by: Client) => () => by.post(`${decisionOf(post)}/remove`, { reason: 'Unkind' })
    return {
      first: remove(admin),
      second: remove(other),
      expect: (first, second) => expect([first.status, second.status]).toEqual([204, 404]),
    }
  },
  'plugins/lms/discussions/server/writing.ts lockWriter': async (world) => {
    const { instructor, lessonId, post } = await writtenByStaff(world)
    await copyPost(world, post, MOST_AN_HOUR - 2)
    const begin = (text: string) => () => instructor.post(threadsOf(lessonId), { text })
    return {
      first: begin('Beams.'),
      second: begin('Steel.'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([201, 409]),
    }
  },
  'plugins/lms/discussions/server/writing.ts locked': async (world) => {
    const { instructor, post } = await writtenByStaff(world)
    const { updatedAt } = post
    return changeBoth((text) => instructor.put(pathOf(post), { text, updatedAt }))
  },
}

/** Lets its author have written it so many times more. */
const copyPost = ({ platform }: World, { id }: Written, count: number): Promise<unknown> =>
  platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw(
      `insert into lms_posts (tenant_id, course_id, lesson_id, user_id, text, state, shown_at, created_at)
        select tenant_id, course_id, lesson_id, user_id, text, state, shown_at, created_at
          from lms_posts, generate_series(1, ?) where id = ?`,
      [count, id],
    ),
  )
