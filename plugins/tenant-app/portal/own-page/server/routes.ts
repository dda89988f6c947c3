import type { TenantScope } from '#core/server/core.ts'
import { mount } from '#core/server/http/mount.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { calendarOf, listFigureRows } from '../../../shared/server/figures.ts'
import { ownPageContract } from '../contract.ts'
import { ownRows } from './figures.ts'
import { listOverviews } from './overviews.ts'

interface Asked {
  params: { id: string }
  query: { limit?: number | undefined; offset?: number | undefined }
}

/** @throws not-found unless the caller sees the child */
async function listRowsOfChild(scope: TenantScope, name: keyof typeof ownRows, { params, query }: Asked) {
  await requireStudent(scope, params.id)
  return listFigureRows(scope, ownRows[name], query, { studentId: params.id, ...(await calendarOf(scope)) })
}

export const ownPageRoutes = mount(ownPageContract, {
  listOverviews: (scope, query) => listOverviews(scope, query.child),
  overallProgressRows: (scope, id, query) => listRowsOfChild(scope, 'overallProgress', { params: { id }, query }),
  sessionsAttendedRows: (scope, id, query) => listRowsOfChild(scope, 'sessionsAttended', { params: { id }, query }),
  challengesCompletedRows: (scope, id, query) =>
    listRowsOfChild(scope, 'challengesCompleted', { params: { id }, query }),
})
