import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/server/plugin.ts'
import { discussionsContract } from '../contract.ts'
import { moderationContract } from '../moderation-contract.ts'
import { childPosts } from './children.ts'
import { endHold, holdPerson, listHolds, listRemoved } from './holds.ts'
import { chooseMails, getMailChoice } from './mail-choice.ts'
import { approvePost, countWaiting, listWaiting, removePost } from './moderating.ts'
import { enterThread, listReplies, listThreads, readStanding } from './reading.ts'
import { reportPost } from './reports.ts'
import { changePost, removeOwnPost, replyTo, startThread } from './writing.ts'

/** @param people undefined where that plugin is off */
export const discussionsRoutes = (people: TenantAppServices | undefined) => [
  mount(discussionsContract, {
    mailChoice: getMailChoice,
    chooseMails: (scope, { body }) => chooseMails(scope, body),
    discussion: (scope, { params }) => readStanding(scope, params.lessonId),
    listThreads: (scope, { params, query }) => listThreads(scope, params.lessonId, query, people),
    startThread: (scope, { params, body }) => startThread(scope, params.lessonId, body, people),
    getThread: async (scope, { params }) => (await enterThread(scope, params.id, people)).post,
    listReplies: (scope, { params, query }) => listReplies(scope, params.id, query, people),
    reply: (scope, { params, body }) => replyTo(scope, params.id, body, people),
    changePost: (scope, { params, body }) => changePost(scope, params.id, body, people),
    removeOwnPost: (scope, { params }) => removeOwnPost(scope, params.id),
    reportPost: (scope, { params, body }) => reportPost(scope, params.id, body.reason, people),
    childPosts: (scope, { params, query }) => childPosts(scope, params.studentId, query, people),
  }),
  mount(moderationContract, {
    listWaiting: (scope, { query }) => listWaiting(scope, query),
    countWaiting: (scope) => countWaiting(scope),
    approvePost: (scope, { params, body }) => approvePost(scope, params.id, body, people),
    removePost: (scope, { params, body }) => removePost(scope, params.id, body),
    listHolds: (scope, { query }) => listHolds(scope, query),
    holdPerson: (scope, { params, body }) => holdPerson(scope, params.userId, body),
    endHold: (scope, { params }) => endHold(scope, params.userId),
    listRemoved: (scope, { query }) => listRemoved(scope, query),
  }),
]
