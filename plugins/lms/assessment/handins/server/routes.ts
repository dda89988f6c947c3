import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { handInsContract } from '../contract.ts'
import { markFeedbackSeen, saveDraft } from './save-draft.ts'
import { handIn } from './handing-in.ts'
import { putHandInPicture } from './put-hand-in-picture.ts'
import { getOwnHandIn, getOwnVersion } from './read-hand-in.ts'
import { joinTeam, leaveTeam } from './teams.ts'

/** @param people undefined while that plugin is off */
export const handInsRoutes = (people: TenantAppServices | undefined) =>
  mount(handInsContract, {
    ownHandIn: getOwnHandIn,
    saveHandIn: saveDraft,
    handIn,
    handInVersion: getOwnVersion,
    putHandInPicture,
    lookAtFeedback: markFeedbackSeen,
    joinTeam: (scope, lessonId, body) => joinTeam(scope, lessonId, body.code, people),
    leaveTeam,
  })
