import { mount } from '#core/server/http/mount.ts'
import { restrictionsContract } from '../contract.ts'
import { liftRestriction, restrictGuardian, viewRestrictions } from './restrictions.ts'

const ofGuardian = ({ id, guardianId }: { id: string; guardianId: string }) => ({ studentId: id, guardianId })

export const restrictionsRoutes = mount(restrictionsContract, {
  viewRestrictions: (scope, { params, body }) => viewRestrictions(scope, ofGuardian(params), body),
  restrictGuardian: (scope, { params, body }) => restrictGuardian(scope, ofGuardian(params), body),
  liftRestriction: (scope, { params }) => liftRestriction(scope, ofGuardian(params)),
})
