import { mount, type MountedContract } from '#core/server/http/mount.ts'
import type { TenantScope } from '#core/server/core.ts'
import { toolsContract } from '../../../authoring/tools/contract.ts'
import {
  createExternalTool,
  deleteExternalTool,
  listExternalTools,
  listOfferedTools,
  updateExternalTool,
} from '../../../authoring/tools/server/tools.ts'
import { ltiContract } from '../contract.ts'
import { readAddresses } from './addresses.ts'
import { chooseToolContent, getToolChoice } from './deep-linking.ts'
import { openLessonTool } from './open-lesson.ts'

async function getLtiPlatform(scope: TenantScope) {
  const { issuer, authorization, token, keys } = await readAddresses(scope)
  return { issuer, authorizationUrl: authorization, tokenUrl: token, keysUrl: keys }
}

export const ltiRoutes: MountedContract[] = [
  mount(toolsContract, {
    listExternalTools,
    getLtiPlatform,
    createExternalTool,
    updateExternalTool,
    deleteExternalTool,
    listOfferedTools,
    chooseToolContent,
    getToolChoice,
  }),
  mount(ltiContract, { openLessonTool }),
]
