import { mount } from '#core/server/http/mount.ts'
import { ledgerContract } from '../contract.ts'
import { listStudentViews, listViews } from './ledger.ts'

export const ledgerRoutes = mount(ledgerContract, {
  listViews: (scope, { query }) => listViews(scope, query),
  listStudentViews: (scope, { params, query }) => listStudentViews(scope, params.id, query),
})
