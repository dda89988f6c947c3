import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { discussionsContract } from '../contract.ts'
import { moderationContract } from '../moderation-contract.ts'
import { listChildPosts } from './children.ts'
import { endHold, restrictAuthor, listHolds, listRemoved } from './holds.ts'
import { chooseMails, getMailChoice } from './mail-choice.ts'
import { approvePost, countWaiting, listWaiting, removePost } from './moderate-posts.ts'
import { enterThread, listReplies, listThreads, readStanding } from './list-posts.ts'
import { reportPost } from './reports.ts'
import { changePost, removeOwnPost, replyTo, startThread } from './write-post.ts'

/** @param people undefined while that plugin is off */
export const discussionsRoutes = (people: TenantAppServices | undefined) => [
  mount(discussionsContract, {
    mailChoice: getMailChoice,
    chooseMails,
    discussion: readStanding,
    listThreads: (scope, lessonId, query) => listThreads(scope, lessonId, query, people),
    startThread: (scope, lessonId, body) => startThread(scope, lessonId, body, people),
    getThread: async (scope, id) => (await enterThread(scope, id, people)).post,
    listReplies: (scope, id, query) => listReplies(scope, id, query, people),
    reply: (scope, id, body) => replyTo(scope, id, body, people),
    changePost: (scope, id, body) => changePost(scope, id, body, people),
    removeOwnPost,
    reportPost: (scope, id, body) => reportPost(scope, id, body.reason, people),
    childPosts: (scope, studentId, query) => listChildPosts(scope, studentId, query, people),
  }),
  mount(moderationContract, {
    listWaiting,
    countWaiting,
    approvePost: (scope, id, body) => approvePost(scope, id, body, people),
    removePost,
    listHolds,
    holdPerson: restrictAuthor,
    endHold,
    listRemoved,
  }),
]
