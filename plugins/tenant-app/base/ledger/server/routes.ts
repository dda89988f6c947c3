import { mount } from '#core/server/http/mount.ts'
import { ledgerContract } from '../contract.ts'
import { listStudentViews, listViews } from './ledger.ts'

export const ledgerRoutes = mount(ledgerContract, {
  listViews,
  listStudentViews,
})
