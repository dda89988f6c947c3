import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/server/plugin.ts'
import { handInsContract } from '../contract.ts'
import { lookAtFeedback, saveDraft } from './drafting.ts'
import { handIn } from './handing-in.ts'
import { putHandInPicture } from './putting.ts'
import { ownHandIn, ownVersion } from './reading.ts'
import { joinTeam, leaveTeam } from './teams.ts'

/** @param people undefined where that plugin is off */
export const handInsRoutes = (people: TenantAppServices | undefined) =>
  mount(handInsContract, {
    ownHandIn: (scope, { params }) => ownHandIn(scope, params.lessonId),
    saveHandIn: (scope, { params, body }) => saveDraft(scope, params.lessonId, body),
    handIn: (scope, { params, body }) => handIn(scope, params.lessonId, body),
    handInVersion: (scope, { params }) => ownVersion(scope, params.lessonId, params.number),
    putHandInPicture: (unscoped, { params, upload }) => putHandInPicture(unscoped, params.lessonId, upload),
    lookAtFeedback: (scope, { params }) => lookAtFeedback(scope, params.lessonId),
    joinTeam: (scope, { params, body }) => joinTeam(scope, params.lessonId, body.code, people),
    leaveTeam: (scope, { params }) => leaveTeam(scope, params.lessonId),
  })
