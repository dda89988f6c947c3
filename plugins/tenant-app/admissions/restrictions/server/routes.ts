import { mount } from '#core/server/http/mount.ts'
import { restrictionsContract } from '../contract.ts'
import { liftRestriction, restrictGuardian, viewRestrictions } from './restrictions.ts'

const ofGuardian = ({ id, guardianId }: { id: string; guardianId: string }) => ({ studentId: id, guardianId })

export const restrictionsRoutes = mount(restrictionsContract, {
  viewRestrictions: (scope, id, guardianId, body) => viewRestrictions(scope, ofGuardian({ id, guardianId }), body),
  restrictGuardian: (scope, id, guardianId, body) => restrictGuardian(scope, ofGuardian({ id, guardianId }), body),
  liftRestriction: (scope, id, guardianId) => liftRestriction(scope, ofGuardian({ id, guardianId })),
})
