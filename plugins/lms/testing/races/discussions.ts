import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_POSTS_PER_HOUR } from '../../discussions/contract.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from '../discussions.ts'
import { signInLearner } from '../learners.ts'
import { changeBoth, getProgress, listSubjects } from './outcomes.ts'

/** Creates a discussion with its author and a learner of the course. */
async function prepareDiscussion({ organization }: World, details: object = {}) {
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishDiscussion(admin, details)
  return { admin, id, lessonId, learner: await signInLearner(organization, id) }
}

interface Written {
  id: string
  updatedAt: string
}

const write = (by: Client, lessonId: string, text: string) => create<Written>(by, getThreadsPath(lessonId), { text })

/** Writes a post of an instructor, who moderates the course and does not take it. */
async function writeAsStaff(world: World) {
  const { admin, lessonId } = await prepareDiscussion(world)
  const instructor = await world.organization.signIn('instructor')
  return { admin, instructor, lessonId, post: await write(instructor, lessonId, 'They are triangles.') }
}

const getPostPath = ({ id }: Written) => `/api/tenant/posts/${id}`
const getDecisionPath = ({ id }: Written) => `/api/tenant/moderation/posts/${id}`

export const discussionRaces: Races = {
  'plugins/lms/discussions/server/discussion.ts lockEnrollmentRow': async (world) => {
    const { lessonId, learner } = await prepareDiscussion(world)
    const begin = (text: string) => () => learner.post(getThreadsPath(lessonId), { text })
    return {
      first: begin('Beams.'),
      second: begin('Steel.'),
      expect: async () => expect(await getProgress(world, learner, lessonId)).toMatchObject({ posts: 2 }),
    }
  },
  'plugins/lms/discussions/server/count-posts.ts lockAuthorEnrollment': async (world) => {
    const { admin, lessonId, learner } = await prepareDiscussion(world, { moderation: 'all' })
    const [one, other] = [await write(learner, lessonId, 'Beams.'), await write(learner, lessonId, 'Steel.')]
    const approve = (post: Written) => () => admin.post(`${getDecisionPath(post)}/approve`, {})
    return {
      first: approve(one),
      second: approve(other),
      expect: async () => expect(await getProgress(world, learner, lessonId)).toMatchObject({ posts: 2 }),
    }
  },
  'plugins/lms/discussions/server/reply-emails.ts updateMailedThread': async (world) => {
    const { id, lessonId, learner } = await prepareDiscussion(world)
    const thread = await write(learner, lessonId, 'They are triangles.')
    const replier = () => signInLearner(world.organization, id)
    const [one, other] = [await replier(), await replier()]
    const reply = (by: Client) => () => by.post(getRepliesPath(thread.id), { text: 'True.' })
    return {
      first: reply(one),
      second: reply(other),
      expect: async () => expect(await listSubjects(world.platform, learner, '%replied to your post%')).toHaveLength(1),
    }
  },
  'plugins/lms/discussions/server/reports.ts lockPostRow': async (world) => {
    const { admin, post } = await writeAsStaff(world)
    const other = await world.organization.signIn('tenant_admin')
    const remove = (by: Client) => () => by.post(`${getDecisionPath(post)}/remove`, { reason: 'Unkind' })
    return {
      first: remove(admin),
      second: remove(other),
      expect: (first, second) => expect([first.status, second.status]).toEqual([204, 404]),
    }
  },
  'plugins/lms/discussions/server/write-post.ts lockWriter': async (world) => {
    const { instructor, lessonId, post } = await writeAsStaff(world)
    await copyPost(world, post, MAX_POSTS_PER_HOUR - 2)
    const begin = (text: string) => () => instructor.post(getThreadsPath(lessonId), { text })
    return {
      first: begin('Beams.'),
      second: begin('Steel.'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([201, 409]),
    }
  },
  'plugins/lms/discussions/server/write-post.ts lockOwnPost': async (world) => {
    const { instructor, post } = await writeAsStaff(world)
    const { updatedAt } = post
    return changeBoth((text) => instructor.put(getPostPath(post), { text, updatedAt }))
  },
}

/** Copies a post of its author. */
const copyPost = ({ platform }: World, { id }: Written, count: number): Promise<unknown> =>
  platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw(
      `insert into lms_posts (tenant_id, course_id, lesson_id, user_id, text, state, shown_at, created_at)
        select tenant_id, course_id, lesson_id, user_id, text, state, shown_at, created_at
          from lms_posts, generate_series(1, ?) where id = ?`,
      [count, id],
    ),
  )
