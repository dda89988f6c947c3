import { mount } from '#core/server/http/mount.ts'
import { concernsContract } from '../contract.ts'
import { addToConcern, listConcerns, listOwnConcerns, openChronology, openConcern, recordConcern } from './concerns.ts'
import { exportChronology } from './export-chronology.ts'
import { getSafeguarding, updateSafeguarding } from './leads.ts'

export const concernsRoutes = mount(concernsContract, {
  getSafeguarding,
  updateSafeguarding,
  recordConcern,
  listOwnConcerns,
  listConcerns,
  openConcern,
  addToConcern,
  openChronology: (scope, id) => openChronology(scope, id),
  exportChronology,
})
