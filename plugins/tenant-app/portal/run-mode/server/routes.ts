import { mount } from '#core/server/http/mount.ts'
import { runContract } from '../contract.ts'
import { givePoints } from './give-points.ts'
import { listSummaries, saveSummary } from './summaries.ts'

export const runRoutes = mount(runContract, {
  givePoints: (scope, id, { awards }) => givePoints(scope, id, awards),
  listSummaries,
  saveSummary: (scope, id, meetingId, body) => saveSummary(scope, { id, meetingId }, body),
})
